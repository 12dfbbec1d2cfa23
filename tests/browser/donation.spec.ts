import type { Page } from "@playwright/test";
import { expect, openHydrated, pauseClock, test, waitForHydration } from "./fixtures.ts";

const panelOf = (page: Page) => page.getByRole("complementary", { name: "Keep the Meridian free to read" });
const DAY_MS = 24 * 60 * 60 * 1000;

/** Opens a page whose clock only the test advances. */
async function openPaused(page: Page, address: string): Promise<void> {
  await pauseClock(page);
  await openHydrated(page, address);
}

test("opens after 30 s on any page, stays closed for 30 days, and opens by its tile", async ({ page, site }) => {
  const panel = panelOf(page);
  await openPaused(page, `${site.url}/local`);
  await page.clock.runFor(20_000);
  await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Sports" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
  await page.clock.runFor(9_999);
  await expect(panel).toBeHidden();
  await page.clock.runFor(1);
  await expect(panel).toBeVisible();
  await expect(panel.getByRole("link", { name: "Ask how to give" })).toHaveAttribute("href", "/contact");
  await expect(page.getByRole("status").filter({ hasText: "Keep the Meridian free to read" })).toBeAttached();
  expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(false);

  await panel.getByRole("button", { name: "Close this message" }).click();
  await expect(panel).toBeHidden();
  await expect(page.locator("main")).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(panel).toBeHidden();

  await page.clock.fastForward(29 * DAY_MS);
  await openHydrated(page, site.url);
  await page.clock.runFor(60_000);
  await expect(panel).toBeHidden();

  const tile = page.getByRole("link", { name: "Support journalism" });
  await tile.click();
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(tile).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  await page.clock.fastForward(30 * DAY_MS);
  await page.reload();
  await waitForHydration(page);
  await page.clock.runFor(30_000);
  await expect(panel).toBeVisible();
});

test("waits while the reader types, and hides when typing starts", async ({ page, site }) => {
  const panel = panelOf(page);
  await openPaused(page, `${site.url}/faq`);
  const field = page.getByRole("searchbox", { name: "Search the questions" });
  await field.fill("radio");
  await page.clock.runFor(40_000);
  await expect(panel).toBeHidden();
  await field.blur();
  await page.clock.runFor(4_999);
  await expect(panel).toBeHidden();
  await page.clock.runFor(1);
  await expect(panel).toBeVisible();
  await field.focus();
  await expect(panel).toBeHidden();
});

test("covers at most a third of a phone screen, and is not printed", async ({ page, site }) => {
  const panel = panelOf(page);
  await page.setViewportSize({ width: 390, height: 700 });
  await openPaused(page, `${site.url}/local`);
  await page.clock.runFor(30_000);
  await expect(panel).toBeVisible();
  const box = await panel.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(700 / 3);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(700);
  await page.emulateMedia({ media: "print" });
  await expect(panel).toBeHidden();
});

test("shows the same text on a page without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByRole("link", { name: "Support journalism" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Keep the Meridian free to read");
  await expect(page.getByRole("link", { name: "Ask how to give" })).toBeVisible();
  await context.close();
});
