import type { Page } from "@playwright/test";
import { type FrontDoor, openFrontDoor } from "../support/flakyProxy.ts";
import { startWireSite, type WireSite } from "../support/wireSite.ts";
import { expect, test } from "./newsroom.ts";

test.describe.configure({ mode: "default" });
// A page that cannot be had is said in the console.
test.use({ serviceWorkers: "allow", expected: /404|ERR_|Failed to load resource/ });

let site: WireSite;
let door: FrontDoor;
test.beforeAll(async () => {
  site = await startWireSite({ fullText: true });
});
test.afterAll(() => site.stop());
test.beforeEach(async () => {
  door = await openFrontDoor(site.url);
});
test.afterEach(() => door.close());

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const keptLine = (page: Page) => page.getByText(/^(You are offline|The connection does not answer)\./);

/** Opens a page, and waits until the service worker has it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(door.url + path);
  await hasKept(page, path);
}

async function hasKept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => {
        const book = await (await caches.open("kept")).match("/.kept");
        return Boolean(navigator.serviceWorker.controller && book && path in (await book.json()));
      }, path),
    )
    .toBe(true);
}

test("without a connection there is what was read, what was saved, and a list of it for everything else", async ({
  page,
  context,
}) => {
  await open(page, "/");
  await page.goto(`${door.url}/search?q=morning`);
  await open(page, "/sports");
  for (const number of [1, 2, 3]) {
    await page.getByRole("button", { name: `Save: Morning sports story ${number}`, exact: true }).click();
    await hasKept(page, `/article/morning-sports-story-${number}`);
  }
  // What the router leads to is kept as well.
  await page.getByRole("link", { name: "Morning sports story 4" }).last().click();
  await expect(heading(page)).toHaveText("Morning sports story 4");
  await hasKept(page, "/article/morning-sports-story-4");

  await context.setOffline(true);
  door.set("shut");
  for (const [path, title] of [
    ["/", "Morning local story 1"],
    ["/sports", "Sports"],
    ["/article/morning-sports-story-4", "Morning sports story 4"],
    ["/article/morning-sports-story-2", "Morning sports story 2"],
  ] as const) {
    await page.goto(door.url + path);
    await expect(heading(page)).toHaveText(title);
    await expect(keptLine(page)).toHaveText(/^You are offline\. This page was kept at \d+:\d\d [ap]\.m\.$/);
  }

  // The router finds what is kept, too.
  await page.goto(`${door.url}/sports`);
  await page.getByRole("link", { name: "Morning sports story 3" }).last().click();
  await expect(heading(page)).toHaveText("Morning sports story 3");
  await expect(keptLine(page)).toBeVisible();

  await page.goto(`${door.url}/saved`);
  await page.getByRole("link", { name: "Morning sports story 2" }).first().click();
  await expect(heading(page)).toHaveText("Morning sports story 2");
  await expect(page.getByRole("article").getByText("What the sports desk has of story 2.").last()).toBeVisible();

  await page.goto(`${door.url}/health`);
  await expect(heading(page)).toHaveText("Not on this device");
  await expect(page.getByRole("region", { name: "Stories" }).getByRole("link")).toHaveCount(4);
  await expect(page.getByRole("link", { name: "Search: morning" })).toHaveCount(0);
  await page.getByRole("region", { name: "Pages" }).getByRole("link", { name: "Sports" }).click();
  await expect(heading(page)).toHaveText("Sports");

  await page.goto(`${door.url}/health`);
  door.set("open");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("Health & Wellness");
  await expect(keptLine(page)).toHaveCount(0);

  // Whatever stands behind the hash, this leads nowhere else.
  await page.goto(`${door.url}/offline#${encodeURIComponent("/.//example.org")}`);
  const again = page.getByRole("link", { name: "Try again" });
  expect(await again.evaluate((link) => new URL((link as HTMLAnchorElement).href).origin)).toBe(door.url);
});

test("what is kept has a bound, beyond which the oldest leaves that nobody saved", async ({ page, context }) => {
  await open(page, "/sports");
  // What was seen before there was a worker is kept, too.
  const drawing = page.getByRole("main").locator("img").first();
  await hasKept(page, await drawing.evaluate((image) => new URL((image as HTMLImageElement).currentSrc).pathname));
  await page.getByRole("button", { name: "Save: Morning sports story 2", exact: true }).click();
  await hasKept(page, "/article/morning-sports-story-2");
  const drawings = Array.from({ length: 5 }, (_, index) => `/skyline/lake/of-12-megabytes-${index}.svg`);
  for (const path of drawings) door.draw(path, 12_000_000);
  const see = async (path: string) => {
    await page.evaluate(async (path) => void (await (await fetch(path)).blob()), path);
    await hasKept(page, path);
  };
  for (const path of drawings.slice(0, -1)) await see(path);
  await open(page, "/local");
  expect(await kept(page)).toEqual(expect.arrayContaining(["/sports", ...drawings.slice(0, -1)]));
  await see(drawings.at(-1) ?? "");
  const all = await kept(page);
  expect(all).toEqual(expect.arrayContaining(["/", "/local", "/article/morning-sports-story-2", ...drawings.slice(1)]));
  for (const path of ["/sports", drawings[0]]) expect(all).not.toContain(path);
  expect(await bytesKept(page)).toBeLessThan(50_000_000);

  await context.setOffline(true);
  door.set("shut");
  await page.goto(`${door.url}/sports`);
  await expect(heading(page)).toHaveText("Not on this device");
  await page.goto(`${door.url}/article/morning-sports-story-2`);
  await expect(heading(page)).toHaveText("Morning sports story 2");
});

/** The addresses of what the worker keeps beside the build. */
async function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open("kept")).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
}

async function bytesKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answers = await (await caches.open("kept")).matchAll();
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.blob()).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  });
}

test("a network that does not answer is waited for three seconds; what is nobody's page is left alone", async ({
  page,
}) => {
  await open(page, "/");
  await open(page, "/local");
  const byWorker = new Map<string, boolean>();
  page.on("response", (response) => byWorker.set(new URL(response.url()).pathname, response.fromServiceWorker()));
  await page.evaluate(async () => {
    const leaving = new AbortController();
    await Promise.all([
      fetch("/api/edition/latest.json"),
      fetch("/api/stream?port=8076", { signal: leaving.signal }),
      fetch("/skyline/lake/a-part.svg", { headers: { range: "bytes=0-9" } }),
      fetch("/contact", { method: "POST", body: new FormData() }),
      fetch("/skyline/lake/a-whole.svg"),
    ]);
    leaving.abort();
  });
  expect(Object.fromEntries(byWorker)).toMatchObject({
    "/api/edition/latest.json": false,
    "/api/stream": false,
    "/skyline/lake/a-part.svg": false,
    "/contact": false,
    "/skyline/lake/a-whole.svg": true,
  });
  door.set("slow");
  await page.goto(`${door.url}/local`);
  await expect(heading(page)).toHaveText("Local News");
  await expect(keptLine(page)).toHaveText(/^The connection does not answer\. This page was kept at/);
  door.set("open");
});

test("a newer worker takes over at the next visit without loading any page anew", async ({ page }) => {
  await open(page, "/local");
  let loads = 0;
  page.on("load", () => loads++);
  await page.evaluate(() => {
    Object.assign(window, { changes: 0 });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      (window as unknown as { changes: number }).changes++;
    });
  });
  door.changeWorker("\n// another build");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
  await expect.poll(() => page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(1);
  expect(loads).toBe(0);
  await page.goto(`${door.url}/local`);
  await hasKept(page, "/local");
  expect(loads).toBe(1);
});

test("one response header switches the worker off, with all that it kept", async ({ page }) => {
  await open(page, "/local");
  door.add({ "service-worker-off": "1" });
  await page.goto(`${door.url}/sports`);
  await expect(heading(page)).toHaveText("Sports");
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  // It is not started again while the header is there.
  await page.goto(`${door.url}/sports`);
  await expect(page.getByRole("button", { name: "Follow Sports" })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
