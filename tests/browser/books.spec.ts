import type { Page, Request } from "@playwright/test";
import { expect, holdBack, openLive, test } from "./newsroom.ts";

/** Fails every cover, and the placeholder too where asked; counts who asked how often. */
async function failCovers(page: Page, { placeholder }: { placeholder: boolean }): Promise<Map<string, number>> {
  const asked = new Map<string, number>();
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
  });
  await page.route("**/covers/*", (route) => route.fulfill({ status: 404 }));
  if (placeholder) await page.route("**/placeholder*", (route) => route.fulfill({ status: 404 }));
  return asked;
}

test("as many books stand in a row at each width as have room, their titles on two lines at most", async ({
  page,
  site,
}) => {
  await openLive(page, `${site.url}/books`);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(40);
  const title = cards.first().getByRole("heading");
  await title.evaluate((heading) => {
    heading.textContent = "Billionaire ".repeat(20);
  });
  for (const [width, columns] of [
    [360, 2],
    [700, 3],
    [1000, 4],
    [1280, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    const lines = await title.evaluate((heading) => {
      const style = getComputedStyle(heading);
      return heading.getBoundingClientRect().height / Number.parseFloat(style.lineHeight);
    });
    expect(Math.round(lines)).toBe(2);
  }
});

test("covers are shown as they come, and no placeholder is asked for", async ({ page, site }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/books`);
  const last = page.getByRole("img", { name: "Billionaire Detachment" });
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(asked.filter((path) => path.includes("placeholder"))).toEqual([]);
});

test("a cover that failed before the page listened is replaced by the placeholder", async ({ page, site }) => {
  await failCovers(page, { placeholder: false });
  const listen = await holdBack(page, "**/*.js");
  const failed = page.waitForEvent("requestfinished", (request) => request.url().includes("/covers/"));
  await page.goto(`${site.url}/books`, { waitUntil: "commit" });
  await failed;
  const first = page.getByRole("img", { name: "Billionaire Bhagavad Gita" });
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  expect(await first.getAttribute("src")).toContain("/covers/");
  listen();
  await expect(first).toHaveAttribute("src", /^\/assets\/placeholder/);
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
});

test("a cover that fails later is replaced, once, even where the placeholder fails too", async ({ page, site }) => {
  const asked = await failCovers(page, { placeholder: true });
  await openLive(page, site.url);
  // On a slow device covers have failed before the page is drawn that has them.
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 12 });
  await page.locator("footer").getByRole("link", { name: "Books" }).click();
  const images = page.getByRole("main").getByRole("article").getByRole("img");
  await expect(images).toHaveCount(40);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  for (const place of [0, 20, 39]) {
    const image = images.nth(place);
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveAttribute("src", /^\/assets\/placeholder/);
  }
  await page.waitForLoadState("networkidle");
  const counts = [...asked].filter(([path]) => path.startsWith("/covers/")).map(([, count]) => count);
  expect(Math.max(...counts)).toBe(1);
  // One request for each card that failed at most, however often the page is drawn again.
  const placeholders = [...asked].filter(([path]) => path.includes("placeholder")).map(([, count]) => count);
  expect(placeholders).toHaveLength(1);
  expect(placeholders[0]).toBeLessThanOrEqual(counts.length);
});
