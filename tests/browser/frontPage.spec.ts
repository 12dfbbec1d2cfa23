import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { expect, openHydrated, SECTIONS, test } from "./fixtures.ts";

const block = (section: string) => `section[aria-labelledby="block-${section}"]`;
const NOTICE = "Using cached articles";

test("requests no relay while feeds respond; a failing one keeps its stories with the notice, and recovers; the hero is the first story with an image from Local and National", async ({
  page,
  ownSite,
}) => {
  ownSite.host.serve(feedPath("national"), { body: createSectionFeed(ownSite.host, "national", { pictures: true }) });
  const site = await ownSite.start();
  for (const { kind } of ownSite.host.relays) expect(ownSite.host.requests(`/relay/${kind}`)).toHaveLength(0);
  const sectionPage = page.locator("main section[data-state]");
  /** Waits for the server's pages: a poll waits for them for 5 s only, which a busy machine may exceed. */
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
  // The hero does not appear in its section's block again.
  await expect(page.locator(block("national"))).not.toContainText("Morning national story 1");
  await expect(page.locator(block("national"))).toContainText("Morning national story 2");
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

test("shows the samples with the notice while every feed fails", async ({ page, ownSite }) => {
  for (const section of SECTIONS) ownSite.host.fault(feedPath(section), { kind: "status", status: 503 }, "all");
  const site = await ownSite.start();
  await page.goto(site.url);
  await expect(page.locator('section[data-state="samples"]')).toHaveCount(SECTIONS.length);
  // The hero has the notice, too.
  await expect(page.getByRole("status").filter({ hasText: NOTICE })).toHaveCount(SECTIONS.length + 1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/River tour guides trade boats for a day/);
  expect(await page.locator('a[href^="/article/"]:not([tabindex="-1"])').count()).toBe(SECTIONS.length * 5 + 1);

  // On a phone, the page is short, and the radio and the walls follow the third section. Samples have the usual lengths.
  await page.setViewportSize({ width: 390, height: 900 });
  const getHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await getHeight()).toBeLessThanOrEqual(12_000);
  // The heights that blocks claim before they are near the window are about right.
  await page.reload();
  expect(await getHeight()).toBeLessThanOrEqual(12_500);
  const titles = await page.locator("main h2:visible").allTextContents();
  // The radio's title depends on whether the server knows yet that the station cannot be reached.
  const radioTitle = expect.stringMatching(/^(Radio|Recorded program)$/);
  expect(titles.slice(2, 5)).toEqual(["World News", radioTitle, "Local Events"]);
  // A wall loads near the window, and ends with a whole row and a link to all.
  await page.locator('iframe[title="Latest Updates"]').scrollIntoViewIfNeeded();
  const wall = page.frameLocator('iframe[title="Latest Updates"]');
  const all = await wall.getByRole("link", { name: "All stories by day" }).boundingBox();
  const shown = await wall
    .getByRole("listitem")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).filter(({ left }) => left < innerWidth));
  const frame = await page.locator('iframe[title="Latest Updates"]').boundingBox();
  expect((all?.y ?? 0) - (frame?.y ?? 0)).toBeGreaterThanOrEqual(shown.at(-1)?.bottom ?? Number.POSITIVE_INFINITY);
});

test("shows samples after eight seconds without a response from a feed", async ({ page, ownSite }) => {
  ownSite.host.fault(feedPath("opinion"), { kind: "hang" }, "all");
  const site = await ownSite.start(undefined, { withoutPolls: true });
  await page.goto(site.url);
  await expect(page.locator(block("opinion"))).toHaveAttribute("data-state", "samples");
  await expect(page.locator(block("opinion")).getByRole("status")).toHaveText(NOTICE);
});

test("shows the articles of the third relay while the first two fail", async ({ page, ownSite }) => {
  for (const section of SECTIONS) ownSite.host.fault(feedPath(section), { kind: "status", status: 500 }, "direct");
  ownSite.host.fault("/relay/wrapper", { kind: "cut" });
  ownSite.host.fault("/relay/passthrough", { kind: "page" });
  const site = await ownSite.start();
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  await expect(page.locator(block("culture"))).toContainText("Morning culture story 1");
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  expect(ownSite.host.requests("/relay/wrapper")).toHaveLength(SECTIONS.length);
  expect(ownSite.host.requests("/relay/passthrough")).toHaveLength(SECTIONS.length);
  expect(ownSite.host.requests("/relay/converter")).toHaveLength(SECTIONS.length);
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
