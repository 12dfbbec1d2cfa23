import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { expect, holdBack, openHydrated, test } from "./fixtures.ts";

test("the reader's theme overrides the device's, and persists; drawings show its night, as a strip over a summary, and are not printed", async ({
  page,
  site,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${site.url}/article/morning-world-story-2`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const drawing = page.locator('article img[src^="/scenes/"]');
  await expect(drawing).toHaveAttribute("src", /\/wide\//);
  const { width = 0, height = 0 } = (await drawing.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(5, 1);
  const brightness = async () => {
    const { channels } = await sharp(await drawing.screenshot()).stats();
    return Math.max(...channels.map(({ mean }) => mean));
  };
  const [light, day] = [await background(), await brightness()];
  await page.getByRole("radio", { name: "Dark" }).check();
  const dark = await background();
  expect(dark).not.toBe(light);
  expect(await brightness()).toBeLessThan(day / 2);
  await page.reload();
  expect(await background()).toBe(dark);
  await page.getByRole("radio", { name: "Match device" }).check();
  expect(await background()).toBe(light);
  await page.emulateMedia({ media: "print" });
  await expect(drawing).toBeHidden();
});

test("lists show the age of stories of the edition's day, and dates on other days", async ({ page, site }) => {
  const ageOf = (title: string) => page.getByRole("article").filter({ hasText: title }).locator("time");
  // Sets the clock to 9:30 a.m. in Chicago. The stories are from 7 a.m. or earlier.
  await page.clock.setFixedTime("2026-04-20T14:30:00Z");
  await page.goto(`${site.url}/local`);
  await expect(ageOf("Morning local story 1")).toHaveText("2 hours ago");
  await expect(ageOf("Morning local story 4")).toHaveAttribute("title", "April 20, 2026");
  // After navigation without a reload, the story's page shows date and time, and another list shows the stories' ages.
  await page.getByRole("link", { name: "Morning local story 1" }).click();
  await expect(page.getByText("April 20, 2026 · 7 a.m.")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "World", exact: true }).first().click();
  await expect(ageOf("Morning world story 4")).toHaveText("5 hours ago");
  // Sets the clock to an hour after midnight in Chicago.
  await page.clock.setFixedTime("2026-04-21T06:00:00Z");
  await page.reload();
  await expect(ageOf("Morning world story 1")).toHaveText("April 20, 2026");
});

test("without JavaScript, all pages share one left edge, an article's parts the edge of its text, and lists show dates", async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const edgeOf = async (locator: Locator) => (await locator.boundingBox())?.x;
  const edges = new Map<string, number | undefined>();
  for (const path of ["/local", "/about", "/terms", "/contact", "/search"]) {
    await page.goto(site.url + path);
    edges.set(path, await edgeOf(page.getByRole("heading", { level: 1 })));
    if (path === "/local") await expect(page.locator("time").first()).toHaveText("April 20, 2026");
  }
  expect(new Set(edges.values()).size, JSON.stringify([...edges])).toBe(1);
  await page.goto(`${site.url}/article/morning-world-story-2`);
  const edge = await edgeOf(page.getByRole("heading", { level: 1 }));
  expect(edge).toBeGreaterThan(edges.get("/local") ?? Number.NaN);
  expect(await edgeOf(page.getByRole("link", { name: "Did you write or publish this?" }))).toBe(edge);
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
  // If the page had made a request, the request would be recorded by the time that this expectation passes.
  await expect(page.locator("body")).toHaveAttribute("data-marked", "");
  expect(requests).toEqual([]);
});

test("texts that are 40 % longer fit a phone", async ({ page, ownSite }) => {
  // Shows the interface in pseudo-text, which stands between « and » and is longer than English.
  const { url } = await ownSite.start((edition) => edition.set("language", "en-XA"), { sections: ["local", "world"] });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/article/morning-world-story-2", "/contact", "/newsletter", "/saved"]) {
    await page.goto(url + path);
    // The theme's buttons exist only once the page is hydrated.
    await expect(page.getByRole("radio").first()).toBeAttached();
    const { count, misfits } = await page.evaluate(findMisfits);
    expect(count, path).toBeGreaterThan(10);
    expect(misfits, path).toEqual([]);
  }
  await page.getByRole("button", { name: "Ménû" }).first().click();
  expect((await page.evaluate(findMisfits)).misfits).toEqual([]);
});

/** Counts the labels, and finds those that are cut off or wider than the page. */
function findMisfits(): { count: number; misfits: string[] } {
  const width = document.documentElement.clientWidth;
  const labels = [...document.body.querySelectorAll("*")].filter(
    (element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.includes("«")) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  const misfits = labels.filter((label) => {
    const box = label.getBoundingClientRect();
    // Ignores labels that only screen readers read.
    if (box.width <= 1 || box.height <= 1 || box.right < 0) return false;
    for (let element: Element | null = label; element; element = element.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(element);
      if (overflowX === "auto" || overflowX === "scroll") return false;
      const isCut = (cut: string, has: number, needs: number) => /hidden|clip/.test(cut) && needs > has + 1;
      if (display === "inline") continue;
      // Ignores labels inside an element that is visually hidden.
      if (element.clientWidth <= 1 || element.clientHeight <= 1) return false;
      if (isCut(overflowX, element.clientWidth, element.scrollWidth)) return true;
      if (element === label && isCut(overflowY, element.clientHeight, element.scrollHeight)) return true;
    }
    return box.right > width + 1;
  });
  const wide = document.documentElement.scrollWidth > width ? ["the page"] : [];
  return { count: labels.length, misfits: [...wide, ...misfits.map(({ textContent }) => textContent ?? "")] };
}
