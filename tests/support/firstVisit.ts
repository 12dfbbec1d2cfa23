import type { Browser } from "@playwright/test";

/** File types of the results, keyed by the DevTools protocol's resource types. All other types count as `other`. */
const KINDS = { Document: "html", Script: "js", Stylesheet: "css", Font: "fonts", Image: "images" } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS] | "other";

export interface FirstVisit {
  /** Transferred bytes of response bodies, by file type. Responses to embedded frames do not count. */
  bytes: Record<Kind, number>;
  requests: number;
  /** Requested URLs of other origins. */
  foreign: string[];
  /** Cumulative layout shift (https://web.dev/articles/cls) during loading and scrolling. */
  shift: number;
}

/** Visits a page with an empty cache in a phone-sized window, and scrolls to the end of the page. */
export async function firstVisit(browser: Browser, url: string): Promise<FirstVisit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  const { origin } = new URL(url);
  const kinds = new Map<string, Kind>();
  const heads = new Map<string, number>();
  const visit: FirstVisit = {
    bytes: { html: 0, js: 0, css: 0, fonts: 0, images: 0, other: 0 },
    requests: 0,
    foreign: [],
    shift: 0,
  };
  const { frameTree } = await devTools.send("Page.getFrameTree");
  devTools.on("Network.requestWillBeSent", ({ requestId, request, type, frameId }) => {
    if (request.url.startsWith("data:")) return;
    if (new URL(request.url).origin !== origin) visit.foreign.push(request.url);
    if (frameId !== frameTree.frame.id) return;
    visit.requests++;
    kinds.set(requestId, KINDS[type as keyof typeof KINDS] ?? "other");
  });
  devTools.on("Network.responseReceived", ({ requestId, response }) => {
    heads.set(requestId, response.encodedDataLength);
  });
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) visit.bytes[kind] += encodedDataLength - (heads.get(requestId) ?? 0);
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await frame();
      await frame();
    }
  });
  await page.waitForFunction(() =>
    Array.from(document.images).every((image) => image.complete || !image.checkVisibility()),
  );
  visit.shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  await context.close();
  return visit;
}
