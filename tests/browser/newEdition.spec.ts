import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { overflowOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";

// The tests share a site.
test.describe.configure({ mode: "default" });

// The editions below differ from the shipped ones, and have no feeds.

const HEAD = "place: Port Harbor\ntimeZone: America/Chicago\nnetwork: none\n";
const LONG_SECTION = "Intergovernmentals";
const SECTIONS = [
  ["first", LONG_SECTION],
  ...Array.from({ length: 39 }, (_, index) => [`s${index}`, `Section Number ${index}`]),
];
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 80"><path d="M0 0h420v80z"/></svg>';
const EDITIONS: Record<string, string> = {
  names: `name: Constitutionalist
language: en-US
${HEAD}sections:
${SECTIONS.map(([slug, name]) => `  - { slug: ${slug}, name: ${name} }\n`).join("")}`,
  logo: `name: The Harbor Light
language: en-US
${HEAD}sections: [{ slug: local, name: Local News }]
look: { nameplate: { logo: { light: logo.svg, dark: logo-dark.svg } } }
`,
  hebrew: `name: פנס העמק
language: he
${HEAD}sections: [{ slug: local, name: חדשות }]
`,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;

test.beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = join(folder.path, "editions");
  for (const [id, text] of Object.entries(EDITIONS)) {
    await mkdir(join(editions, id, "media"), { recursive: true });
    await writeFile(join(editions, id, "edition.yaml"), `${text}hosts: [${id}.example]\n`);
  }
  for (const name of ["logo.svg", "logo-dark.svg"]) await writeFile(join(editions, "logo/media", name), LOGO);
  site = await startSite({ editions, data: folder.path });
});

test.afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

/** Opens a page of an edition, without JavaScript. */
async function openPage(browser: Browser, id: string, path: string, width: number): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width, height: 900 },
    extraHTTPHeaders: { "X-Forwarded-Host": `${id}.example` },
  });
  const page = await context.newPage();
  await page.goto(site.url + path);
  return page;
}

test("names, sections and logos that are long or wide fit a phone", async ({ browser }) => {
  for (const [id, path] of [
    ["names", "/first"],
    ["logo", "/"],
    ["hebrew", "/"],
  ] as const) {
    const page = await openPage(browser, id, path, 390);
    const nameplate = page.getByRole("banner").getByRole("link", { name: "home page" });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect([id, width, await overflowOf(page)]).toEqual([id, width, 0]);
      const { x = Number.NaN, width: nameWidth = 0 } = (await nameplate.boundingBox()) ?? {};
      expect(x, `${id} at ${width} px`).toBeGreaterThanOrEqual(0);
      expect(x + nameWidth, `${id} at ${width} px`).toBeLessThanOrEqual(width);
    }
    await page.context().close();
  }
});

test("the dark footer shows the logo for dark pages in both themes", async ({ browser }) => {
  const page = await openPage(browser, "logo", "/", 1280);
  const logoOf = (role: "banner" | "contentinfo") =>
    page
      .getByRole(role)
      .getByRole("link", { name: "home page" })
      .locator("span")
      .evaluate((logo) => getComputedStyle(logo).backgroundImage);
  expect([await logoOf("banner"), await logoOf("contentinfo")]).toEqual([
    expect.stringContaining("logo.svg"),
    expect.stringContaining("logo-dark.svg"),
  ]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await logoOf("contentinfo")).toContain("logo-dark.svg");
  await page.context().close();
});

test("with 40 sections, the bar has its More in reach, which opens the menu of all", async ({ browser }) => {
  const page = await openPage(browser, "names", "/first", 1280);
  const more = page.getByRole("button", { name: "More" });
  const box = await more.boundingBox();
  expect((box?.x ?? Number.NaN) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
  await more.click();
  const last = page.getByRole("navigation", { name: "All sections" }).getByRole("link", { name: "Section Number 38" });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await page.context().close();
});

test("the pages of a Hebrew edition are mirrored, with its dates", async ({ browser }) => {
  const page = await openPage(browser, "hebrew", "/", 390);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const menu = await page.getByRole("banner").getByRole("button", { name: "Menu" }).boundingBox();
  expect(menu?.x).toBeGreaterThan(300);
  await page.setViewportSize({ width: 1280, height: 900 });
  const drawing = await page.locator("main img").first().boundingBox();
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(heading?.x).toBeLessThan(drawing?.x ?? 0);
  await expect(page.getByRole("banner")).toContainText(/\d ב\p{L}+ \d{4}/u);
  await page.goto(`${site.url}/text`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.context().close();
});
