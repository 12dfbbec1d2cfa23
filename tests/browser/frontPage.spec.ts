import type { Page } from "@playwright/test";
import { waitForPolls } from "../support/pollLog.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { expect, openHydrated, SECTIONS, test } from "./fixtures.ts";

const block = (section: string) => `section[aria-labelledby="block-${section}"]`;
const NOTICE = "Using cached articles";
const STAND_IN = "The news feeds can’t be reached. Sample stories, which are invented, stand in until they can.";

/** Resizes the window, and counts the headlines that are completely visible without scrolling. */
async function countHeadlinesInView(page: Page, width: number, height: number): Promise<number> {
  await page.setViewportSize({ width, height });
  return page.locator('main :is(h1, h2, h3) > a[href^="/article/"]').evaluateAll((links) => {
    const isInView = (link: Element) => {
      const { top, bottom } = link.getBoundingClientRect();
      return link.checkVisibility() && top >= 0 && bottom <= innerHeight;
    };
    return links.filter(isInView).length;
  });
}

test("requests no relay while feeds respond; a failing one keeps its stories with the notice, and recovers; the hero is the first story with an image from Local and National", async ({
  page,
  ownSite,
}) => {
  ownSite.host.serve(feedPath("national"), { body: createSectionFeed(ownSite.host, "national", { pictures: true }) });
  const site = await ownSite.start(undefined, { sections: ["local", "national", "health", "food"] });
  for (const { kind } of ownSite.host.relays) expect(ownSite.host.requests(`/relay/${kind}`)).toHaveLength(0);
  const sectionPage = page.locator("main section[data-state]");
  /** Waits until a page contains a text. `poll` waits only 5 s for new pages, too short on a busy machine. */
  const waitForText = (path: string, text: string) =>
    readUntil(
      async () => (await fetch(site.url + path)).text(),
      (html) => html.includes(text),
    );
  await page.goto(`${site.url}/health`);
  await expect(sectionPage).toHaveAttribute("data-state", "fresh");

  ownSite.host.fault(feedPath("health"), { kind: "status", status: 500 }, "all");
  await ownSite.poll("health");
  await waitForText("/health", 'data-state="cached"');
  await page.reload();
  await expect(sectionPage).toHaveAttribute("data-state", "cached");
  await expect(page.getByRole("main").getByText(NOTICE)).toBeVisible();
  await expect(page.getByRole("link", { name: "Morning health story 1" })).toBeVisible();
  await page.goto(site.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning national story 1");
  // The stories beside the hero come from the hero's sections. Blocks repeat neither the hero nor these stories.
  const beside = ["local story 1", "national story 2", "local story 2", "national story 3"];
  await expect(page.locator("main ol").first().getByRole("heading", { level: 2 })).toHaveText(
    beside.map((title) => `Morning ${title}`),
  );
  await expect(page.locator(block("national")).getByRole("heading", { level: 3 }).first()).toHaveText(
    "Morning national story 4",
  );
  await expect(page.locator(block("health"))).toHaveAttribute("data-state", "cached");
  await expect(page.locator(block("health")).getByRole("status")).toHaveText(NOTICE);
  await expect(page.locator(block("health"))).toContainText("Morning health story 1");
  await expect(page.locator(block("food")).getByRole("status")).toBeEmpty();

  ownSite.host.serve(feedPath("health"), { body: createSectionFeed(ownSite.host, "health", { edition: "Evening" }) });
  ownSite.host.heal(feedPath("health"));
  await ownSite.poll("health");
  for (const path of ["/", "/health"]) await waitForText(path, "Evening health story 1");
  await page.reload();
  await expect(page.locator(block("health"))).toHaveAttribute("data-state", "fresh");
  await expect(page.locator(block("health"))).toContainText("Evening health story 1");
  await page.goto(`${site.url}/health`);
  await expect(sectionPage).toHaveAttribute("data-state", "fresh");
  await expect(page.getByText(NOTICE)).toHaveCount(0);
});

test("shows the samples with the notice while every feed fails, and says at the top that they are invented", async ({
  page,
  ownSite,
}) => {
  for (const section of SECTIONS) ownSite.host.fault(feedPath(section), { kind: "status", status: 503 }, "all");
  const site = await ownSite.start();
  await page.goto(site.url);
  await expect(page.locator('section[data-state="samples"]')).toHaveCount(SECTIONS.length);
  await expect(page.getByRole("status").filter({ hasText: NOTICE })).toHaveCount(SECTIONS.length);
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(STAND_IN);
  expect(await countHeadlinesInView(page, 1280, 900)).toBeGreaterThanOrEqual(6);
  expect(await countHeadlinesInView(page, 390, 844)).toBeGreaterThanOrEqual(3);
  await page.setViewportSize({ width: 1280, height: 900 });
  // The rail and the column beside it end at the same height, where the other blocks begin.
  const bottoms = await page.evaluate(() => {
    const rail = document.querySelector("#on-air")?.closest("div");
    const parts = [rail, rail?.lastElementChild, rail?.nextElementSibling];
    return parts.map((part) => Math.round(part?.getBoundingClientRect().bottom ?? 0));
  });
  expect(new Set(bottoms).size).toBe(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/River tour guides trade boats for a day/);
  expect(await page.locator('a[href^="/article/"]:not([tabindex="-1"])').count()).toBe(SECTIONS.length * 5 + 5);

  // On a phone, the page with samples is short, and the radio and the walls follow the third section.
  await page.setViewportSize({ width: 390, height: 900 });
  const getHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await getHeight()).toBeLessThanOrEqual(12_000);
  // The page reserves about the right heights for blocks that are still far from the window.
  await page.reload();
  expect(await getHeight()).toBeLessThanOrEqual(12_500);
  const titles = await page.locator("main :is(section[aria-labelledby] > h2, header > h2):visible").allTextContents();
  // The radio's title depends on whether the site has noticed that the station cannot be reached.
  const radioTitle = expect.stringMatching(/^(Radio|Recorded program)$/);
  expect(titles.slice(2, 5)).toEqual(["World News", radioTitle, "Local Events"]);
  // A wall loads when it is near the window, and ends with a whole row and a link to all stories.
  await page.locator('iframe[title="Latest Updates"]').scrollIntoViewIfNeeded();
  const wall = page.frameLocator('iframe[title="Latest Updates"]');
  const all = await wall.getByRole("link", { name: "All stories by day" }).boundingBox();
  const shown = await wall
    .getByRole("listitem")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).filter(({ left }) => left < innerWidth));
  const frame = await page.locator('iframe[title="Latest Updates"]').boundingBox();
  expect((all?.y ?? 0) - (frame?.y ?? 0)).toBeGreaterThanOrEqual(shown.at(-1)?.bottom ?? Number.POSITIVE_INFINITY);
});

test("shows samples after eight seconds without a response from a feed, and offers its stories when they arrive", async ({
  page,
  context,
  ownSite,
}) => {
  ownSite.host.fault(feedPath("opinion"), { kind: "hang" }, "all");
  const site = await ownSite.start(undefined, { withoutPolls: true });
  await waitForPolls(site, SECTIONS.length - 1);
  await page.goto(site.url);
  const other = await context.newPage();
  await other.goto(`${site.url}/opinion`);
  await expect(page.locator(block("opinion"))).toHaveAttribute("data-state", "samples");
  await expect(page.locator(block("opinion")).getByRole("status")).toHaveText(NOTICE);
  // The front page says that the feeds can't be reached only if every feed fails. The page of a section says so if the
  // section's only feed fails.
  await expect(page.getByText(STAND_IN)).toHaveCount(0);
  await expect(other.getByText(STAND_IN)).toBeVisible();
  ownSite.host.heal(feedPath("opinion"));
  ownSite.host.release();
  for (const [open, count] of [
    [page, 5],
    [other, 8],
  ] as const)
    await expect(open.getByRole("button", { name: `${count} new stories` })).toBeVisible();
  await other.getByRole("button", { name: "8 new stories" }).click();
  await expect(other.locator("main section[data-state]")).toHaveAttribute("data-state", "fresh");
  await expect(other.getByText(STAND_IN)).toHaveCount(0);
});

test("shows the articles of the third relay while the first two fail", async ({ page, ownSite }) => {
  const sections = ["local", "culture", "food"];
  for (const section of sections) ownSite.host.fault(feedPath(section), { kind: "status", status: 500 }, "direct");
  ownSite.host.fault("/relay/wrapper", { kind: "cut" });
  ownSite.host.fault("/relay/passthrough", { kind: "page" });
  const site = await ownSite.start(undefined, { sections });
  await page.goto(site.url);
  const fresh = page.locator('section[data-state="fresh"]');
  await expect(fresh).toHaveCount(sections.length);
  await expect(page.locator(block("culture"))).toContainText("Morning culture story 1");
  await expect(fresh.getByText(NOTICE)).toHaveCount(0);
  for (const relay of ["wrapper", "passthrough", "converter"])
    expect(ownSite.host.requests(`/relay/${relay}`)).toHaveLength(sections.length);
});

test("a block hydrates near the window, or when it is used", async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, site.url);
  // Save buttons exist only in blocks that are hydrated.
  const saveButtons = (section: string) => page.locator(block(section)).locator("button[aria-pressed]");
  await expect(saveButtons("sports")).toHaveCount(0);
  await page.locator(block("sports")).scrollIntoViewIfNeeded();
  await expect(saveButtons("sports")).toHaveCount(5);
  await expect(saveButtons("archives")).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page
    .locator(`${block("archives")} a[href="/archives"]`)
    .evaluate((link) => (link as HTMLAnchorElement).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("From the Archives");
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
});

test("links lead to sections and stories without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  // The page reloads itself until all sections have loaded.
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  await page.locator(block("food")).getByRole("link", { name: "View All: Food & Dining" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Food & Dining" })).toBeVisible();
  await page.getByRole("link", { name: "Morning food story 3" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning food story 3");
  await expect(page.getByRole("link", { name: "Continue reading at The Test Wire" })).toBeVisible();
  await context.close();
});
