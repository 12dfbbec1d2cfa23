import type { Page } from "@playwright/test";
import { expect, openHydrated, SECTIONS, test } from "./fixtures.ts";

const getMenu = (page: Page) => page.getByRole("navigation", { name: "All sections" });
/** Number of links in the menu: sections with feeds, and Local Events, Home, Search, My Meridian, Radio, Books, RSS. */
const LINKS = SECTIONS.length + 7;
/** Window widths of a phone and a desktop, in pixels, each with the name that the menu's button has at this width. */
const MENUS = [
  { width: 390, name: "Menu" },
  { width: 1280, name: "More" },
];

for (const { width, name } of MENUS)
  test(`the menu works by keyboard at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    await openHydrated(page, `${site.url}/about`);
    const menu = getMenu(page);
    const button = page.getByRole("button", { name, exact: true });
    const close = page.getByRole("button", { name: "Close the menu" });

    // The menu opens with the full list and takes the focus.
    await expect(menu).toBeHidden();
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(menu).toBeVisible();
    await expect(menu.getByRole("link")).toHaveCount(LINKS);
    await expect(close).toBeFocused();

    // Tab and Shift+Tab move the focus only within the menu and its button, even after the last link.
    const isInside = () =>
      button.evaluate((opener) => {
        const focused = document.activeElement;
        return focused === document.body || focused === opener || Boolean(focused?.closest("[popover]"));
      });
    const visited = new Set<string>();
    for (let step = 0; step < LINKS + 4; step++) {
      await page.keyboard.press("Tab");
      expect(await isInside(), `after Tab ${step + 1}`).toBe(true);
      visited.add(await page.evaluate(() => document.activeElement?.textContent ?? ""));
    }
    expect(visited).toContain("Home");
    expect(visited).toContain("Local Events");
    await close.focus();
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press("Shift+Tab");
      expect(await isInside(), `after Shift+Tab ${step + 1}`).toBe(true);
    }

    // The menu closes on Escape, on its Close button, and on a click outside. The focus then returns to the opener.
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(close).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    // The button that opened the menu closes it, too.
    await button.click();
    await expect(menu).toBeVisible();
    await button.click();
    await expect(menu).toBeHidden();

    await button.click();
    await expect(close).toBeFocused();
    // The menu is below its button, on the button's side of the window. A click on the other side closes the menu.
    const [at, opener] = [await menu.boundingBox(), await button.boundingBox()];
    expect(opener?.x).toBeGreaterThanOrEqual(at?.x ?? width);
    expect(opener?.x).toBeLessThan((at?.x ?? 0) + (at?.width ?? 0));
    expect(at?.y).toBeCloseTo((opener?.y ?? 0) + (opener?.height ?? 0), 0);
    expect((at?.y ?? 0) + (at?.height ?? 0)).toBeCloseTo(800, 0);
    await page.mouse.click(at?.x === 0 ? width - 20 : 20, 600);
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    expect(new URL(page.url()).pathname).toBe("/about");

    // The menu closes when a link is chosen, and the focus moves to the new page.
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Sports" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
    await expect(menu).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
    await button.click();
    await expect(menu.getByRole("link", { name: "Sports" })).toHaveAttribute("aria-current", "page");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(menu).toBeHidden();
    expect(await page.evaluate(() => document.querySelectorAll("[inert]").length)).toBe(0);
  });

test("the menu opens, and its links work, without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/nothing-here`);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await getMenu(page).getByRole("link", { name: "Sports" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
  await context.close();
});

test("the home page's header is condensed past 100 px, without a layout shift, at any width", async ({
  page,
  site,
}) => {
  await openHydrated(page, site.url);
  const nameplate = page.locator('nav[aria-label="Sections"] a[tabindex="-1"]');
  const heading = page.getByRole("heading", { level: 1 });
  const getTop = () => heading.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  for (const { width, name } of MENUS) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(nameplate).toBeHidden();
    const before = await getTop();
    await page.evaluate(() => window.scrollTo(0, 100));
    await expect(nameplate).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, 101));
    await expect(nameplate).toBeInViewport();
    expect(await getTop()).toBe(before);
    const button = page.getByRole("button", { name, exact: true }).last();
    await page.evaluate(() => window.scrollTo(0, 900));
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(getMenu(page)).toBeVisible();
    await button.click();
    await expect(getMenu(page)).toBeHidden();
    await expect(button).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(900);
  }

  await page.goto(`${site.url}/local`);
  for (const { width } of MENUS) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => window.scrollTo(0, 400));
    await expect(nameplate).toBeHidden();
  }
});
