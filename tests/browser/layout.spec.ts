import { expect, holdBack, openLive, test } from "./newsroom.ts";

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
  const answer = await holdBack(page, "**/sports.data*");
  await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Sports" }).click();
  await expect(page.locator("[data-skeleton-card]")).toHaveCount(15);
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
  await expect(page.locator("[data-skeleton-card]")).toHaveCount(0);
});

test("without a connection a page stays as it is while links are pointed at and focused", async ({ page, site }) => {
  await openLive(page, `${site.url}/about`);
  await page.evaluate(() => document.body.setAttribute("data-kept", "the same"));
  await page.context().setOffline(true);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.clock.install();
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Books" }).hover();
  await footer.getByRole("link", { name: "Sports" }).focus();
  await page.clock.runFor(1000);
  // Whatever was asked for is known by the time that the page answers.
  await expect(page.locator("body")).toHaveAttribute("data-kept", "the same");
  expect(asked).toEqual([]);
});
