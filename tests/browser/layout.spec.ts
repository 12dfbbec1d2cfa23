import AxeBuilder from "@axe-core/playwright";
import { expect, SECTIONS, test } from "./newsroom.ts";

const PAGES = ["/", "/local", "/article/morning-world-story-2", "/nothing-here", "/embed/latest"];

for (const width of [320, 390, 768, 1280])
  test(`nothing scrolls sideways at ${width} px, and every page has one first heading`, async ({ page, newsroom }) => {
    const site = await newsroom.open();
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.url);
    await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
    for (const path of PAGES) {
      await page.goto(site.url + path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
      await expect(page.locator("h1"), path).toHaveCount(1);
    }
  });

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [390, 1280])
    test(`no accessibility violation at ${width} px, ${colorScheme}`, async ({ browser, newsroom }) => {
      const site = await newsroom.open();
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto(site.url);
      await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
      for (const path of PAGES) {
        await page.goto(site.url + path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
      await context.close();
    });

test("nothing is asked of anybody but the site", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url)) foreign.push(request.url());
  });
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  await page.locator("footer").scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(foreign).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test("the menu opens, closes on Escape and on a choice, and gives the focus back", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(site.url);
  const menu = page.getByRole("navigation", { name: "All sections" });
  const button = page.getByRole("button", { name: "Menu", exact: true });
  await expect(menu).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  await expect(menu.getByRole("link")).toHaveCount(SECTIONS.length + 2);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole("link", { name: "Sports" }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
});

test("the reader's choice of colors stands over the device's, and stays", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(site.url);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("radio", { name: "Dark" }).check();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await paper()).toBe(dark);
  await page.getByRole("radio", { name: "As the device" }).check();
  expect(await paper()).toBe(light);
});

test("a page that takes long shows fifteen cards where stories will be", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/sports.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Sports" }).click();
  await expect(page.locator("[data-skeleton-card]")).toHaveCount(15);
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
  await expect(page.locator("[data-skeleton-card]")).toHaveCount(0);
});
