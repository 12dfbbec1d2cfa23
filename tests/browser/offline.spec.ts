import type { Page } from "@playwright/test";
import { broadsheet } from "../support/commandLine.ts";
import { type FlakyProxy, openFlakyProxy } from "../support/flakyProxy.ts";
import { type SharedSite, startSharedSite } from "../support/sharedSite.ts";
import { expect, openHydrated, test } from "./fixtures.ts";

test.describe.configure({ mode: "default" });
// The console reports pages that could not be fetched.
test.use({ serviceWorkers: "allow", allowedErrors: /404|ERR_|Failed to load resource/ });

/** Limits for the service worker's own requests after a first visit: their number, and their transferred bytes. */
const MAX_FIRST_REQUESTS = 12;
const MAX_FIRST_BYTES = 60_000;

let site: SharedSite;
let proxy: FlakyProxy;
test.beforeAll(async () => {
  site = await startSharedSite({ sections: ["local", "sports"], fullText: true });
});
test.afterAll(() => site.stop());
test.beforeEach(async () => {
  proxy = await openFlakyProxy(site.url);
});
test.afterEach(() => proxy.close());

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const offlineNotice = (page: Page) => page.getByText(/^(You’re offline|The connection isn’t responding)\./);

/** Opens a page, and waits until the service worker has cached it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(proxy.url + path);
  await waitUntilCached(page, path);
}

async function waitUntilCached(page: Page, path: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => {
        const index = await (await caches.open("kept")).match("/.kept");
        return Boolean(navigator.serviceWorker.controller && index && path in (await index.json()));
      }, path),
    )
    .toBe(true);
}

test("deletes copies of what was taken down at the next visit", async ({ page }) => {
  const slug = "morning-sports-story-6";
  await open(page, "/sports");
  for (const number of [5, 6]) {
    await page.getByRole("button", { name: `Save: Morning sports story ${number}`, exact: true }).click();
    await waitUntilCached(page, `/article/morning-sports-story-${number}`);
  }
  expect((await broadsheet(["takedown", slug], site.env)).status).toBe(0);
  await expect.poll(async () => (await fetch(`${site.url}/article/${slug}`)).status).toBe(410);
  await page.goto(`${proxy.url}/saved`);
  const saved = page.getByRole("region", { name: "Saved stories" }).getByRole("heading", { level: 3 });
  await expect(saved).toHaveText(["Morning sports story 5"]);
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path)) === undefined, `/article/${slug}`))
    .toBe(true);
  await waitUntilCached(page, "/article/morning-sports-story-5");
  expect((await broadsheet(["takedown", slug, "--undo"], site.env)).status).toBe(0);
  await expect.poll(async () => (await fetch(`${site.url}/article/${slug}`)).status).toBe(200);
});

test("shows visited and saved pages offline, and lists them in place of any other", async ({ page, context }) => {
  await open(page, "/");
  await page.goto(`${proxy.url}/search?q=morning`);
  await open(page, "/sports");
  for (const number of [1, 2, 3]) {
    await page.getByRole("button", { name: `Save: Morning sports story ${number}`, exact: true }).click();
    await waitUntilCached(page, `/article/morning-sports-story-${number}`);
  }
  // Pages opened by the router are cached too.
  await page.getByRole("link", { name: "Morning sports story 4" }).last().click();
  await expect(heading(page)).toHaveText("Morning sports story 4");
  await waitUntilCached(page, "/article/morning-sports-story-4");

  await context.setOffline(true);
  proxy.set("shut");
  // Makes the router go back to /sports. The browser loaded the current document for /sports, not for the story.
  await page.goBack();
  await expect(heading(page)).toHaveText("Sports");
  await expect(offlineNotice(page)).toBeVisible();
  for (const [path, title] of [
    ["/", "Morning local story 1"],
    ["/sports", "Sports"],
    ["/article/morning-sports-story-4", "Morning sports story 4"],
    ["/article/morning-sports-story-2", "Morning sports story 2"],
  ] as const) {
    await page.goto(proxy.url + path);
    await expect(heading(page)).toHaveText(title);
    await expect(offlineNotice(page)).toHaveText(/^You’re offline\. This copy was saved at \d+:\d\d [ap]\.m\.$/);
  }

  // Clicks on links, which the router handles, lead to cached pages, as visits by URL do.
  await page.goto(`${proxy.url}/sports`);
  await page.getByRole("link", { name: "Morning sports story 3" }).last().click();
  await expect(heading(page)).toHaveText("Morning sports story 3");
  await expect(offlineNotice(page)).toBeVisible();

  await page.goto(`${proxy.url}/sports`);
  await page.getByRole("banner").getByRole("link", { name: "The Chicago Meridian" }).first().click();
  await expect(page).toHaveURL(`${proxy.url}/`);
  await expect(heading(page)).toHaveText("Morning local story 1");

  await page.goto(`${proxy.url}/saved`);
  await page.getByRole("link", { name: "Morning sports story 2" }).first().click();
  await expect(heading(page)).toHaveText("Morning sports story 2");
  await expect(page.getByRole("article").getByText("What the sports desk has of story 2.").last()).toBeVisible();

  await page.goto(`${proxy.url}/health`);
  await expect(heading(page)).toHaveText("Not saved on this device");
  await expect(page.getByRole("region", { name: "Stories" }).getByRole("link")).toHaveCount(4);
  await expect(page.getByRole("link", { name: "Search: morning" })).toHaveCount(0);
  await page.getByRole("region", { name: "Pages" }).getByRole("link", { name: "Sports" }).click();
  await expect(heading(page)).toHaveText("Sports");

  await page.goto(`${proxy.url}/health`);
  proxy.set("open");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("Health & Wellness");
  await expect(offlineNotice(page)).toHaveCount(0);

  // If the URL's hash contains another site's address, the link made from the hash leads to this site.
  await page.goto(`${proxy.url}/offline#${encodeURIComponent("/.//example.org")}`);
  const retry = page.getByRole("link", { name: "Try again" });
  expect(await retry.evaluate((link) => new URL((link as HTMLAnchorElement).href).origin)).toBe(proxy.url);
});

test("a first visit makes the worker request at most 12 files and 60 kB, and none while data is saved", async ({
  page,
  browser,
}) => {
  await open(page, "/sports");
  const requests = proxy.readWorkerRequests();
  expect(requests[0]).toBe("/sw.js");
  expect(requests).toContain("/offline");
  expect(requests.length, requests.join(" ")).toBeLessThanOrEqual(MAX_FIRST_REQUESTS);
  const sizes = requests.map(async (path) => {
    const response = await fetch(site.url + path, { headers: { "accept-encoding": "br" } });
    return Number(response.headers.get("content-length"));
  });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MAX_FIRST_BYTES);

  const before = requests.length;
  for (const connection of [{ saveData: true }, { type: "cellular" }, { metered: true }]) {
    const saving = await (await browser.newContext({ serviceWorkers: "allow" })).newPage();
    await saving.addInitScript((properties) => {
      Object.defineProperty(navigator, "connection", { value: Object.assign(new EventTarget(), properties) });
    }, connection);
    await openHydrated(saving, `${proxy.url}/sports`);
    await saving.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await saving.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    // A saved story is cached even on a metered connection, since the reader wants it on the device.
    if (connection.metered) {
      await saving.getByRole("button", { name: "Save: Morning sports story 2", exact: true }).click();
      await waitUntilCached(saving, "/article/morning-sports-story-2");
    } else expect(proxy.readWorkerRequests()).toHaveLength(before);
    await saving.context().close();
  }
});

test("evicts the oldest unsaved entries beyond 50 MB", async ({ page, context }) => {
  await open(page, "/sports");
  // Images that the page loaded before the service worker started are cached, too.
  const image = page.getByRole("main").locator("img").first();
  await waitUntilCached(
    page,
    await image.evaluate((element) => new URL((element as HTMLImageElement).currentSrc).pathname),
  );
  await page.getByRole("button", { name: "Save: Morning sports story 2", exact: true }).click();
  await waitUntilCached(page, "/article/morning-sports-story-2");
  const images = Array.from({ length: 5 }, (_, index) => `/skyline/lake/of-12-megabytes-${index}.svg`);
  for (const path of images) proxy.serveImage(path, 12_000_000);
  const fetchImage = async (path: string) => {
    await page.evaluate(async (path) => void (await (await fetch(path)).blob()), path);
    await waitUntilCached(page, path);
  };
  for (const path of images.slice(0, -1)) await fetchImage(path);
  await open(page, "/local");
  expect(await cachedPaths(page)).toEqual(expect.arrayContaining(["/sports", ...images.slice(0, -1)]));
  await fetchImage(images.at(-1) ?? "");
  const cached = await cachedPaths(page);
  expect(cached).toEqual(expect.arrayContaining(["/local", "/article/morning-sports-story-2", ...images.slice(1)]));
  for (const path of ["/sports", images[0]]) expect(cached).not.toContain(path);
  expect(await cachedBytes(page)).toBeLessThan(50_000_000);

  await context.setOffline(true);
  proxy.set("shut");
  await page.goto(`${proxy.url}/sports`);
  await expect(heading(page)).toHaveText("Not saved on this device");
  await page.goto(`${proxy.url}/article/morning-sports-story-2`);
  await expect(heading(page)).toHaveText("Morning sports story 2");
});

/** Returns the paths that the worker cached, without the build's files. */
async function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open("kept")).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
}

async function cachedBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const responses = await (await caches.open("kept")).matchAll();
    const sizes = await Promise.all(responses.map(async (response) => (await response.blob()).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  });
}

test("falls back to the cached page after 3 s without a response, and leaves other requests to the browser", async ({
  page,
}) => {
  await open(page, "/about");
  await open(page, "/local");
  const fromWorker = new Map<string, boolean>();
  page.on("response", (response) => fromWorker.set(new URL(response.url()).pathname, response.fromServiceWorker()));
  await page.evaluate(async () => {
    const controller = new AbortController();
    await Promise.all([
      fetch("/api/edition/latest.json"),
      fetch("/api/stream?port=8076", { signal: controller.signal }),
      fetch("/skyline/lake/a-part.svg", { headers: { range: "bytes=0-9" } }),
      fetch("/contact", { method: "POST", body: new FormData() }),
      fetch("/skyline/lake/a-whole.svg"),
    ]);
    controller.abort();
  });
  expect(Object.fromEntries(fromWorker)).toMatchObject({
    "/api/edition/latest.json": false,
    "/api/stream": false,
    "/skyline/lake/a-part.svg": false,
    "/contact": false,
    "/skyline/lake/a-whole.svg": true,
  });
  proxy.set("slow");
  await page.goto(`${proxy.url}/local`);
  await expect(heading(page)).toHaveText("Local News");
  await expect(offlineNotice(page)).toHaveText(/^The connection isn’t responding\. This copy was saved/);
  proxy.set("open");
});

test("replaces the worker without reloading open pages", async ({ page }) => {
  await open(page, "/local");
  let loads = 0;
  page.on("load", () => loads++);
  await page.evaluate(() => {
    Object.assign(window, { changes: 0 });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      (window as unknown as { changes: number }).changes++;
    });
  });
  proxy.changeWorker("\n// another build");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready).update());
  await expect.poll(() => page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(1);
  expect(loads).toBe(0);
  await page.goto(`${proxy.url}/local`);
  await waitUntilCached(page, "/local");
  expect(loads).toBe(1);
});

test("removes the worker and its caches when a response has the off header", async ({ page }) => {
  await open(page, "/local");
  proxy.add({ "service-worker-off": "1" });
  await page.goto(`${proxy.url}/sports`);
  await expect(heading(page)).toHaveText("Sports");
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  // The worker is not registered again while responses have the header `Service-Worker-Off`.
  await page.goto(`${proxy.url}/sports`);
  await expect(page.getByRole("button", { name: "Follow Sports" })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("lets the network respond while the device can't read its caches, and reads them again after that", async ({
  page,
  context,
}) => {
  await open(page, "/sports");
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("There is no service worker.");
  // Makes reading the caches fail.
  await worker.evaluate(() => {
    const { match, has } = CacheStorage.prototype;
    const fail = () => Promise.reject(new DOMException("Unexpected internal error.", "UnknownError"));
    Object.assign(CacheStorage.prototype, { match: fail, has: fail });
    Object.assign(globalThis, { repair: () => Object.assign(CacheStorage.prototype, { match, has }) });
  });
  // Makes the worker forget its index, so that it must read the caches, as after a restart.
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: "erase" }));
  await expect.poll(() => page.evaluate(() => caches.has("kept"))).toBe(false);
  await page.goto(`${proxy.url}/about`);
  await expect(page).toHaveTitle(/Chicago/);
  await page.goto(`${proxy.url}/sports`);
  await expect(heading(page)).toHaveText("Sports");
  await worker.evaluate(() => (globalThis as unknown as { repair: () => void }).repair());
  await open(page, "/about");
  await context.setOffline(true);
  proxy.set("shut");
  await page.goto(`${proxy.url}/about`);
  await expect(offlineNotice(page)).toBeVisible();
});
