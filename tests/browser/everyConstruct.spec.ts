import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { parseDocument } from "yaml";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { EVERY_CONSTRUCT } from "../support/everyConstruct.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { SLUG, STORY, writePhotos } from "../support/staffStory.ts";
import { expect, openHydrated, test } from "./fixtures.ts";
import { readViolations, recordViolations } from "./policyViolations.ts";

// The tests run in one worker, and so share a site.
test.describe.configure({ mode: "default" });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;

test.beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  await writeConstructs(join(editions, "chicago"));
  const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`, EDITIONS_DIR: editions };
  await writePhotos(folder.path);
  const story = join(folder.path, "story.md");
  await writeFile(story, `${STORY}\n${EVERY_CONSTRUCT}`);
  for (const args of [
    ["migrate"],
    ["stories", "add", story, "--as", "Eve"],
    ["stories", "publish", SLUG, "--as", "Eve"],
  ]) {
    const { status, errors } = await broadsheet(args, env);
    expect(status, errors).toBe(0);
  }
  site = await startSite({ editions, data: folder.path, env });
  // The page shows the credit once the photo has been converted.
  await readUntil(
    async () => (await fetch(`${site.url}/article/${SLUG}`)).text(),
    (html) => html.includes("Cy Dunn"),
  );
});

test.afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

/** Adds every construct to a page, to an answer of the FAQ and to a sample. */
async function writeConstructs(edition: string): Promise<void> {
  await appendFile(join(edition, "pages/about.md"), `\n${EVERY_CONSTRUCT}`);
  for (const [file, path] of [
    ["faq.yaml", ["entries", 0, "answer"]],
    ["samples.yaml", ["local", 0, "body"]],
  ] as const) {
    const document = parseDocument(await readFile(join(edition, file), "utf8"));
    expect(document.hasIn(path), file).toBe(true);
    document.setIn(path, EVERY_CONSTRUCT);
    await writeFile(join(edition, file), String(document));
  }
}

test("every construct of a story or a page obeys the policy of its page, on every kind of page", async ({ page }) => {
  await recordViolations(page);
  await page.goto(`${site.url}/local`);
  const sample =
    (await page.locator('main a[href^="/article/"]', { hasNotText: "Ferry" }).first().getAttribute("href")) ?? "";
  const stories = [`/article/${SLUG}`, `/text/article/${SLUG}`, `/embed/article/${SLUG}`, sample];
  const pages = ["/", "/local", "/author/ada-moss", "/search?q=ferry", "/about", "/faq"];
  for (const path of [...stories, ...pages]) {
    expect((await page.goto(site.url + path))?.status(), path).toBe(200);
    await page.waitForLoadState("networkidle");
    expect(await readViolations(page), path).toEqual([]);
    await expect(page.locator("[style]"), path).toHaveCount(0);
  }
});

test("a table's columns are aligned, with hairlines of one piece and figures of one width", async ({ page }) => {
  for (const path of [`/article/${SLUG}`, "/about"]) {
    await page.goto(site.url + path);
    const table = page.locator("table", { hasText: "Turnout" });
    const cell = table.getByRole("cell", { name: "9,871" });
    await expect(cell, path).toHaveCSS("text-align", "end");
    await expect(table.getByRole("cell", { name: "late" }), path).toHaveCSS("text-align", "center");
    await expect(table, path).toHaveCSS("border-collapse", "collapse");
    expect(await getStyle(cell, "fontFeatureSettings"), path).toContain('"tnum"');
    const [first, second] = await Promise.all(
      ["9,871", "112"].map((name) => table.getByRole("cell", { name, exact: true }).boundingBox()),
    );
    expect((first?.x ?? 0) + (first?.width ?? 0), path).toBe((second?.x ?? 1) + (second?.width ?? 0));
  }
});

const getStyle = (locator: Locator, property: "fontFeatureSettings") =>
  locator.evaluate((element, name) => getComputedStyle(element)[name], property);

const centerOf = async (locator: Locator) => {
  const { x = 0, width = 0 } = (await locator.boundingBox()) ?? {};
  return x + width / 2;
};

test("an article has its text in the middle beside a rail of 320 px, and the rail under it on narrow windows", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openHydrated(page, `${site.url}/article/${SLUG}`);
  const text = page.getByText("A paragraph with");
  const more = page.getByRole("region", { name: "More in Local News" });
  const leads = page.getByRole("region", { name: "Top stories" });
  const headline = page.getByRole("heading", { level: 1 });
  expect((await more.boundingBox())?.width).toBe(320);
  expect((await text.boundingBox())?.width).toBe(680);
  const { x: rail = 0 } = (await more.boundingBox()) ?? {};
  // The page's left margin is as wide as the right margin. The text's column ends 44 px before the rail.
  const start = 1280 - rail - 320;
  expect(await centerOf(text)).toBeCloseTo((start + rail - 44) / 2, 0);
  expect((await headline.boundingBox())?.x).toBe((await text.boundingBox())?.x);
  await expect(leads.getByRole("article").first()).toBeVisible();
  const slugs = await page
    .locator("main article article, main section article")
    .evaluateAll((cards) => cards.map((card) => card.querySelector("a")?.getAttribute("href")));
  expect(new Set(slugs).size).toBe(slugs.length);
  await expect(page.getByRole("main").getByRole("button", { name: /^Play/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox", { name: /briefing/i })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  const { y = 0, height = 0 } = (await page.getByText("The end.").boundingBox()) ?? {};
  expect((await more.boundingBox())?.y).toBeGreaterThan(y + height);
  await expectNothingAside(page);
});

async function expectNothingAside(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test("a staff story names its authors with links, and its photographer", async ({ page }) => {
  await page.goto(`${site.url}/article/${SLUG}`);
  const head = page.getByRole("main").locator("header");
  await expect(head.getByText("Ada Moss and Ben Cole")).toBeVisible();
  await expect(head.getByRole("link", { name: "Ben Cole" })).toHaveAttribute("href", "/author/ben-cole");
  await expect(page.locator("figcaption").first()).toHaveText("The pier at noon Photo: Cy Dunn");
  await head.getByRole("link", { name: "Ada Moss" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Moss");
});
