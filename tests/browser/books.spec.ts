import type { Page, Request } from "@playwright/test";
import { expect, holdBack, openHydrated, test } from "./fixtures.ts";

/** Makes every cover fail, and optionally the placeholder. Returns the number of requests per path. */
async function failCovers(page: Page, { placeholder }: { placeholder: boolean }): Promise<Map<string, number>> {
  const requests = new Map<string, number>();
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1);
  });
  await page.route("**/covers/*", (route) => route.fulfill({ status: 404 }));
  if (placeholder) await page.route("**/placeholder*", (route) => route.fulfill({ status: 404 }));
  return requests;
}

test("shows as many books in a row as each width has room for, their titles on two lines at most, and covers without requesting the placeholder", async ({
  page,
  site,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await openHydrated(page, `${site.url}/books`);
  const last = page.getByRole("img", { name: "Billionaire Detachment" });
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
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
  expect(requests.filter((path) => path.includes("placeholder"))).toEqual([]);
});

test("replaces a cover that failed before hydration with the placeholder", async ({ page, site }) => {
  await failCovers(page, { placeholder: false });
  const releaseScripts = await holdBack(page, "**/*.js");
  const failed = page.waitForEvent("requestfinished", (request) => request.url().includes("/covers/"));
  await page.goto(`${site.url}/books`, { waitUntil: "commit" });
  await failed;
  const first = page.getByRole("img", { name: "Billionaire Bhagavad Gita" });
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  expect(await first.getAttribute("src")).toContain("/covers/");
  releaseScripts();
  await expect(first).toHaveAttribute("src", /^\/assets\/placeholder/);
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
});

test("replaces a cover that fails later once, even if the placeholder fails too", async ({ page, site }) => {
  const requests = await failCovers(page, { placeholder: true });
  await openHydrated(page, `${site.url}/about`);
  await page.locator("footer").getByRole("link", { name: "Books" }).click();
  const images = page.getByRole("main").getByRole("article").getByRole("img");
  await expect(images).toHaveCount(40);
  for (const index of [0, 20, 39]) {
    const image = images.nth(index);
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveAttribute("src", /^\/assets\/placeholder/);
  }
  await page.waitForLoadState("networkidle");
  const counts = [...requests].filter(([path]) => path.startsWith("/covers/")).map(([, count]) => count);
  expect(Math.max(...counts)).toBe(1);
  // The page requests the placeholder at most once per failed cover, however often the page renders.
  const placeholders = [...requests].filter(([path]) => path.includes("placeholder")).map(([, count]) => count);
  expect(placeholders).toHaveLength(1);
  expect(placeholders[0]).toBeLessThanOrEqual(counts.length);
});
