import { isLong } from "../support/longTests.ts";
import { expect, openHydrated, test } from "./fixtures.ts";

/** Tests settings that the reader's device stores. saved.spec.ts tests saved stories. */

test("applies reading settings from the first paint without layout shifts", async ({ page, site }) => {
  await page.goto(`${site.url}/saved`);
  await page.getByRole("radio", { name: "Largest" }).check();
  await page.getByRole("radio", { name: "Don’t load photos" }).check();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  const paths = ["/", "/local", "/article/morning-local-story-1", "/saved"];
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of isLong || width === 320 ? paths : ["/local"]) {
      await page.goto(site.url + path);
      // Uses the theme buttons in the footer, since /saved also has other theme buttons.
      await expect(page.getByRole("contentinfo").getByRole("radio", { name: "Dark" })).toBeAttached();
      const { shift, overflow, size } = await page.evaluate(() => ({
        shift: (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        size: document.querySelector("main article")?.currentCSSZoom,
      }));
      if (path === "/saved") await expect(page.getByRole("heading", { name: "The latest stories" })).toBeVisible();
      else expect(size, path).toBe(1.5);
      expect(shift, `${path} at ${width}`).toBeLessThan(0.01);
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("lists followed sections first in the menu, and shows the stories of followed sources", async ({ page, site }) => {
  const follow = async (name: string) => {
    const button = page.getByRole("button", { name: `Follow ${name}` });
    await button.click();
    // The button's text changes once the device has stored the followed section or source.
    await expect(button).toHaveText("Following");
  };
  await page.goto(`${site.url}/sports`);
  await follow("Sports");
  await page.goto(`${site.url}/article/morning-food-story-1`);
  await follow("The Test Wire");
  await page.getByRole("button", { name: "More", exact: true }).click();
  const menu = page.getByRole("navigation", { name: "All sections" });
  await expect(menu.getByRole("link").nth(2)).toHaveText("Sports");
  await menu.getByRole("link", { name: "My Meridian" }).click();
  const following = page.getByRole("region", { name: "What you follow", exact: true });
  await expect(following.getByRole("listitem").first()).toContainText("Sports");
  await expect(following.getByRole("button", { name: "Follow The Test Wire" })).toHaveText("Following");
  await expect(page.getByRole("region", { name: "New from what you follow" }).getByRole("article")).toHaveCount(12);
  await following.getByRole("button", { name: "Follow The Test Wire" }).click();
  await expect(following.getByRole("link", { name: "The Test Wire" })).toHaveCount(0);
});

test("ignores single-key shortcuts that the reader turned off", async ({ page, site }) => {
  await page.goto(`${site.url}/saved`);
  await page.getByRole("radio", { name: "Turn them off" }).check();
  await openHydrated(page, `${site.url}/radio`);
  for (const key of ["/", "m", "Space"]) await page.keyboard.press(key);
  await expect(page.getByRole("button", { name: "Mute" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Play / }).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});

test("explains without JavaScript what it would do and why it cannot", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/saved`);
  // Uses a locator, since Playwright's text search skips noscript elements.
  await expect(page.locator("main noscript p", { hasText: "requires JavaScript, which is turned off" })).toBeVisible();
  await page.goto(`${site.url}/local`);
  await expect(page.getByRole("button", { name: /^(Save|Follow)/ })).toHaveCount(0);
  await context.close();
});
