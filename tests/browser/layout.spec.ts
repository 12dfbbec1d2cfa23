import { expect, holdBack, openHydrated, test } from "./fixtures.ts";

test("the reader's theme overrides the device's, and persists", async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${site.url}/about`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("radio", { name: "Dark" }).check();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await background()).toBe(dark);
  await page.getByRole("radio", { name: "Match device" }).check();
  expect(await background()).toBe(light);
});

test("all pages share one left edge", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const edges = new Map<string, number | undefined>();
  for (const path of ["/local", "/article/morning-world-story-2", "/about", "/terms", "/contact", "/search"]) {
    await page.goto(site.url + path);
    edges.set(path, (await page.getByRole("heading", { level: 1 }).boundingBox())?.x);
    if (!path.startsWith("/article/")) continue;
    edges.set("takedown", (await page.getByRole("link", { name: "Is this your story?" }).boundingBox())?.x);
  }
  expect(new Set(edges.values()).size, JSON.stringify([...edges])).toBe(1);
  await context.close();
});

test("a slow page shows a skeleton of fifteen cards", async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openHydrated(page, `${site.url}/about`);
  const release = await holdBack(page, "**/sports.data*");
  await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Sports" }).click();
  await expect(page.locator("[data-skeleton-card]")).toHaveCount(15);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
  await expect(page.locator("[data-skeleton-card]")).toHaveCount(0);
});

test("keeps the page and prefetches nothing while offline", async ({ page, site }) => {
  await openHydrated(page, `${site.url}/about`);
  await page.evaluate(() => document.body.setAttribute("data-marked", ""));
  await page.context().setOffline(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.clock.install();
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Books" }).hover();
  await footer.getByRole("link", { name: "Sports" }).focus();
  await page.clock.runFor(1000);
  // By the time that this passes, any request would have been recorded.
  await expect(page.locator("body")).toHaveAttribute("data-marked", "");
  expect(requests).toEqual([]);
});
