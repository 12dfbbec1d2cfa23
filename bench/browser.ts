/**
 * `node bench/browser.ts`: what a reader sees when, on a telephone with a quarter of this machine's speed over slow 4G:
 * our front page and its client-rendered twin (bench/twin) on the same feeds, and what Lighthouse says of each type of page.
 * Needs a build and Chromium.
 */

import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { auditPages } from "../tests/support/lighthouse.ts";
import { serveTwin } from "./clientRendered.ts";
import { startEditionSite } from "./editionSite.ts";
import { machine, quantile } from "./figures.ts";
import { printTable, whole } from "./table.ts";

const ROUNDS = 5;
/** How often Lighthouse times each type of page. */
const LOOKS = 3;
/** Slow 4G and a telephone of the middle, as Lighthouse has them. */
const LATENCY_MS = 150;
const BITS = 1_600_000;
const SLOWER = 4;

interface Seen {
  fcp: number;
  lcp: number;
  tbt: number;
}

const { CHROME_PATH: executablePath } = process.env;
const { site, host, article, close } = await startEditionSite();
const twin = await serveTwin(host.url(""));
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});

process.stdout.write(`\nThe front page and its client-rendered twin (${machine()}; ${ROUNDS} visits, medians)\n\n`);
const ours = await visits(site.url);
const theirs = await visits(twin.url);
const row = (name: string, pick: (seen: Seen) => number) => {
  const [own, other] = [quantile(ours.map(pick), 0.5), quantile(theirs.map(pick), 0.5)];
  return [name, whole(own), whole(other), (own / other).toFixed(2)];
};
printTable(
  ["ms", "ours", "twin", "share"],
  [
    row("first contentful paint", ({ fcp }) => fcp),
    row("largest contentful paint", ({ lcp }) => lcp),
    row("total blocking time", ({ tbt }) => tbt),
  ],
);

process.stdout.write("\nFrom a touch to the next paint, ms (0: less than the 16 of a frame)\n\n");
const [menu, navigation] = [await touches(openMenu), await touches(openSection)];
printTable(
  ["", "median"],
  [
    ["the menu opens", whole(menu)],
    ["another page opens", whole(navigation)],
  ],
);
await browser.close();

process.stdout.write(`\nLighthouse, mobile (performance: the median of ${LOOKS})\n\n`);
const urls = ["/", "/local", article, "/about", "/radio"].map((path) => site.url + path);
const quick = await auditPages(urls, ["performance"], LOOKS);
const sound = await auditPages(urls, ["accessibility", "best-practices", "seo"]);
printTable(
  ["", "performance", "accessibility", "best practices", "SEO"],
  urls.map((url) => [
    url.replace(site.url, ""),
    ...Object.values({ ...quick.get(url)?.scores, ...sound.get(url)?.scores }).map((score) => score.toFixed(2)),
  ]),
);
await twin.close();
await close();

async function visits(url: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await slowPage(browser);
    await page.goto(url);
    // A page that is built by scripts may be quiet for a while before it asks for what it shows.
    await page.locator('img[fetchpriority="high"]').evaluate((image: HTMLImageElement) => image.decode());
    await page.waitForLoadState("networkidle");
    seen.push(await page.evaluate(() => (window as unknown as { seen: Seen }).seen));
    await page.context().close();
  }
  return seen;
}

/** A telephone that was never here, and notes what is painted when. */
async function slowPage(from: Browser): Promise<Page> {
  const size = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
  const page = await (await from.newContext(size)).newPage();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  const [downloadThroughput, uploadThroughput] = [BITS / 8, BITS / 16];
  await devTools.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: LATENCY_MS, downloadThroughput, uploadThroughput },
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, tbt: 0, next: 0 };
    Object.assign(window, { seen });
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        ...{ type, buffered: true, durationThreshold: 16 },
      });
    watch("paint", ({ name, startTime }) => {
      if (name === "first-contentful-paint") seen.fcp = startTime;
    });
    watch("largest-contentful-paint", ({ startTime }) => {
      seen.lcp = startTime;
    });
    watch("longtask", ({ duration }) => {
      seen.tbt += Math.max(0, duration - 50);
    });
    watch("event", ({ duration }) => {
      seen.next = Math.max(seen.next, duration);
    });
  });
  return page;
}

async function touches(touch: (page: Page) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await slowPage(browser);
    await page.goto(site.url, { waitUntil: "networkidle" });
    await touch(page);
    // The browser tells of touches that took 16 ms or longer, a moment later.
    await wait(1000);
    times.push(await page.evaluate(() => (window as unknown as { seen: { next: number } }).seen.next));
    await page.context().close();
  }
  return quantile(times, 0.5);
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu", exact: true }).tap();
  await page.getByRole("navigation", { name: "All sections" }).waitFor();
}

async function openSection(page: Page): Promise<void> {
  await page.getByRole("link", { name: "View All: Local News" }).tap();
  await page.waitForURL(/\/local$/);
}
