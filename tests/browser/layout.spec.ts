import { expect, openLive, test } from "./newsroom.ts";

test("the reader's choice of colors stands over the device's, and stays", async ({ page, site }) => {
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

test("a page that takes long shows fifteen cards where stories will be", async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openLive(page, site.url);
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
