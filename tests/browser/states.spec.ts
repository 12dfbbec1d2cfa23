import type { Page } from "@playwright/test";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { expect, type OwnSite, SECTIONS, test } from "./fixtures.ts";

/** Tests the states and transitions in section 4 of the specification that no other file tests. */

const NOTICE = "Using cached articles";
const getBlock = (page: Page, section: string) => page.locator(`section[aria-labelledby="block-${section}"]`);
const getSection = (page: Page) => page.locator("main section[data-state]");

/** Ends the faults of sections' feeds, and responds to all hanging requests. */
function release({ host }: OwnSite, ...sections: string[]): void {
  for (const section of sections) host.heal(feedPath(section));
  host.release();
}

test("the hero, a block and a section's page go from their skeletons to stories without a reload", async ({
  page,
  context,
  ownSite,
}) => {
  const hanging = ["local", "national", "world", "health"];
  for (const section of hanging) ownSite.host.fault(feedPath(section), { kind: "hang" }, "all");
  const site = await ownSite.start(undefined, { sections: [...hanging, "food"], hasSlowClock: true });
  await page.goto(site.url);
  await expect(page.locator("[data-skeleton]")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The Chicago Meridian");
  const other = await context.newPage();
  await other.goto(`${site.url}/health`);
  await expect(getSection(other)).toHaveAttribute("data-state", "loading");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Health & Wellness");
  await expect(other.locator("[data-skeleton-card]")).toHaveCount(15);

  // Lets the feed of the section World hang longer, so that only the block of World shows a skeleton.
  release(ownSite, "local", "national", "health");
  await expect(getBlock(page, "food")).toHaveAttribute("data-state", "fresh");
  await expect(getBlock(page, "food")).toContainText("Morning food story 2");
  await expect(getBlock(page, "world")).toHaveAttribute("data-state", "loading");
  await expect(getSection(other)).toHaveAttribute("data-state", "fresh");
  await expect(other.locator("[data-skeleton-card]")).toHaveCount(0);
  await expect(other.getByRole("link", { name: "Morning health story 8" })).toBeVisible();
  await expect(other.getByText(NOTICE)).toHaveCount(0);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning local story 1");
  await expect(page.getByText("Breaking News", { exact: true })).toBeVisible();
  await expect(page.getByText("5 min read")).toBeVisible();
  release(ownSite, "world");
  await expect(getBlock(page, "world")).toHaveAttribute("data-state", "fresh");
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  await expect(getBlock(page, "world")).toContainText("Morning world story 1");
  await expect(getBlock(page, "world")).not.toContainText(NOTICE);
});

test("a section's page and its block show the bundled articles with the notice when the feed gives nothing or fails", async ({
  page,
  ownSite,
}) => {
  const { host } = ownSite;
  host.serve(feedPath("opinion"), { body: createSectionFeed(host, "opinion", { count: 0 }) });
  host.fault(feedPath("lifestyle"), { kind: "status", status: 503 }, "all");
  const site = await ownSite.start(undefined, { sections: ["local", "opinion", "lifestyle"] });
  for (const section of ["opinion", "lifestyle"]) {
    await page.goto(`${site.url}/${section}`);
    await expect(getSection(page)).toHaveAttribute("data-state", "samples");
    await expect(page.getByRole("main").getByText(NOTICE)).toBeVisible();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(15);
  }
  await page.goto(site.url);
  for (const section of ["opinion", "lifestyle"]) {
    await expect(getBlock(page, section)).toHaveAttribute("data-state", "samples");
    await expect(getBlock(page, section).getByText(NOTICE)).toBeVisible();
    await expect(getBlock(page, section).getByRole("article")).toHaveCount(5);
  }
  await expect(getBlock(page, "local").getByText(NOTICE)).toHaveCount(0);
});

test("only the lead of a block has a skyline, and a featured block shows its lead on a wash; the layout changes at 768 px, and phones have fewer advertisements", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(site.url);
  const backgrounds = new Map<boolean, Set<string>>([true, false].map((isFeatured) => [isFeatured, new Set()]));
  for (const section of SECTIONS) {
    const block = getBlock(page, section);
    await expect(block.locator('img[src^="/scenes/"]'), section).toHaveCount(1);
    const isFeatured = ["business", "technology", "culture", "food"].includes(section);
    const lead = block.getByRole("article").first();
    backgrounds.get(isFeatured)?.add(await lead.evaluate((card) => getComputedStyle(card).backgroundColor));
  }
  expect([...backgrounds.values()].map(({ size }) => size)).toEqual([1, 1]);
  expect(backgrounds.get(true)).not.toEqual(backgrounds.get(false));

  await page.setViewportSize({ width: 767, height: 900 });
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const bar = page.getByRole("navigation", { name: "Sections", exact: true });
  const banner = page.getByRole("complementary", { name: "Advertisement 1" });
  const rail = page.getByRole("complementary", { name: "Advertisement 2" });
  await expect(menu).toBeVisible();
  await expect(bar.getByRole("link", { name: "Sports" })).toBeHidden();
  await expect(banner).toBeHidden();
  await expect(rail).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "My Meridian" })).toBeVisible();

  await page.setViewportSize({ width: 768, height: 900 });
  await expect(bar.getByRole("link", { name: "Sports" })).toBeVisible();
  await expect(banner).toBeVisible();
  await expect(rail).toBeVisible();

  // In windows with enough space, the menu button is at the end of the section bar.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(menu).toBeHidden();
  await expect(bar.getByRole("button", { name: "More" })).toBeVisible();

  // The touch target of a one-line headline is 44 px high.
  const headline = getBlock(page, "local").getByRole("link", { name: "Morning local story 5" });
  await headline.scrollIntoViewIfNeeded();
  const hits = await headline.evaluate((link) => {
    const { left, top, height } = link.getBoundingClientRect();
    const bottom = top + height + 6;
    return [bottom - 43, bottom - 1].map((y) => document.elementFromPoint(left + 4, y) === link);
  });
  expect(hits).toEqual([true, true]);
});
