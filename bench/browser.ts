/**
 * `node bench/browser.ts`: paint times of the front page and of a client-rendered baseline on the same feeds, times to
 * respond to a tap, and Lighthouse scores of each type of page. Simulates slow 4G and a phone with a quarter of this
 * machine's speed. Needs a build and Chromium, at CHROME_PATH or from Playwright.
 */

import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { auditPages } from "../tests/support/lighthouse.ts";
import { serveBaseline } from "./clientRendered.ts";
import { startEditionSite } from "./editionSite.ts";
import { describeMachine } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { formatWhole, printTable } from "./table.ts";

const ROUNDS = 5;
/** Number of Lighthouse runs per page for the performance score. */
const LIGHTHOUSE_RUNS = 3;
/** Slow 4G and a mid-range phone, as Lighthouse simulates them. */
const LATENCY_MS = 150;
const BITS_PER_SECOND = 1_600_000;
const CPU_SLOWDOWN = 4;

/** Times, in ms, measured in a page. */
interface Timings {
  /** First contentful paint. */
  fcp: number;
  /** Largest contentful paint. */
  lcp: number;
  /** Total blocking time. */
  tbt: number;
  /** Longest time, in ms, from an event to the next paint. */
  nextPaint: number;
}

const { CHROME_PATH: executablePath } = process.env;
const { site, host, article, close } = await startEditionSite();
const baseline = await serveBaseline(host.url(""));
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});

process.stdout.write(
  `\nThe front page and a client-rendered baseline (${describeMachine()}; medians of ${ROUNDS} visits)\n\n`,
);
const siteVisits = await visit(site.url);
const baselineVisits = await visit(baseline.url);
const row = (name: string, pick: (timings: Timings) => number) => {
  const [ours, theirs] = [quantile(siteVisits.map(pick), 0.5), quantile(baselineVisits.map(pick), 0.5)];
  return [name, formatWhole(ours), formatWhole(theirs), (ours / theirs).toFixed(2)];
};
printTable(
  ["ms", "site", "baseline", "ratio"],
  [
    row("first contentful paint", ({ fcp }) => fcp),
    row("largest contentful paint", ({ lcp }) => lcp),
    row("total blocking time", ({ tbt }) => tbt),
  ],
);

process.stdout.write("\nFrom a tap to the next paint, ms (0: less than the 16 ms of a frame)\n\n");
const [menu, navigation] = [await measureTap(openMenu), await measureTap(openSection)];
printTable(
  ["", "median"],
  [
    ["open the menu", formatWhole(menu)],
    ["open another page", formatWhole(navigation)],
  ],
);
await browser.close();

process.stdout.write(`\nLighthouse, mobile (performance: median of ${LIGHTHOUSE_RUNS} runs)\n\n`);
const urls = ["/", "/local", article, "/about", "/radio"].map((path) => site.url + path);
const timed = await auditPages(urls, ["performance"], LIGHTHOUSE_RUNS);
const counted = await auditPages(urls, ["accessibility", "best-practices", "seo"]);
printTable(
  ["", "performance", "accessibility", "best practices", "SEO"],
  urls.map((url) => [
    url.replace(site.url, ""),
    ...Object.values({ ...timed.get(url)?.scores, ...counted.get(url)?.scores }).map((score) => score.toFixed(2)),
  ]),
);
await baseline.close();
await close();

async function visit(url: string): Promise<Timings[]> {
  const timings: Timings[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openSlowPage(browser);
    await page.goto(url);
    // Waits for the image, which a client-rendered page may request only after an idle time.
    await page.locator('img[fetchpriority="high"]').evaluate((image: HTMLImageElement) => image.decode());
    await page.waitForLoadState("networkidle");
    timings.push(await readTimings(page));
    await page.context().close();
  }
  return timings;
}

/** Opens a page on a simulated slow phone with an empty cache. The page records its own timings. */
async function openSlowPage(from: Browser): Promise<Page> {
  const size = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
  const page = await (await from.newContext(size)).newPage();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  const [downloadThroughput, uploadThroughput] = [BITS_PER_SECOND / 8, BITS_PER_SECOND / 16];
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput,
    uploadThroughput,
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(() => {
    const timings = { fcp: 0, lcp: 0, tbt: 0, nextPaint: 0 };
    Object.assign(window, { timings });
    const observe = (type: string, record: (entry: PerformanceEntry) => void) => {
      // Uses a variable, since the DOM's types lack `durationThreshold`.
      const options = { type, buffered: true, durationThreshold: 16 };
      new PerformanceObserver((list) => list.getEntries().forEach(record)).observe(options);
    };
    observe("paint", ({ name, startTime }) => {
      if (name === "first-contentful-paint") timings.fcp = startTime;
    });
    observe("largest-contentful-paint", ({ startTime }) => {
      timings.lcp = startTime;
    });
    observe("longtask", ({ duration }) => {
      timings.tbt += Math.max(0, duration - 50);
    });
    observe("event", ({ duration }) => {
      timings.nextPaint = Math.max(timings.nextPaint, duration);
    });
  });
  return page;
}

/** Returns the median time, in ms, from a tap to the next paint. */
async function measureTap(tap: (page: Page) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openSlowPage(browser);
    await page.goto(site.url, { waitUntil: "networkidle" });
    // Resets the time, since Chromium also reports an event for the first paint.
    await page.evaluate(() => {
      (window as unknown as { timings: Timings }).timings.nextPaint = 0;
    });
    await tap(page);
    // Waits for the browser's delayed reports of events.
    await wait(1000);
    times.push((await readTimings(page)).nextPaint);
    await page.context().close();
  }
  return quantile(times, 0.5);
}

function readTimings(page: Page): Promise<Timings> {
  return page.evaluate(() => (window as unknown as { timings: Timings }).timings);
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu", exact: true }).tap();
  await page.getByRole("navigation", { name: "All sections" }).waitFor();
}

async function openSection(page: Page): Promise<void> {
  await page.getByRole("link", { name: "View All: Local News" }).tap();
  await page.waitForURL(/\/local$/);
}
