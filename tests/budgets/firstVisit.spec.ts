import { readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import sharp from "sharp";
import { parse } from "yaml";
import { expect, SECTIONS, test } from "../browser/fixtures.ts";
import { expectWithinBudget } from "../support/budgets.ts";
import type { FeedHost } from "../support/feedHost.ts";
import { firstVisit } from "../support/firstVisit.ts";
import { isLong } from "../support/longTests.ts";
import { recordedFeed } from "../support/recordedFeeds.ts";
import { hasRecordedFeeds } from "../support/recordedStore.ts";
import { scaleLimit } from "../support/scaleLimit.ts";
import { feedPath } from "../support/sectionFeeds.ts";

/** Stories per feed: as many as the front page shows of a section. The page of the local section shows 15. */
const STORIES = 6;
const STORIES_OF_LOCAL = 15;

/** Widths and heights of typical photos in feeds, in pixels. */
const PHOTO_SIZES = [
  [1024, 576],
  [1200, 800],
  [1600, 1067],
  [2048, 1365],
  [900, 1200],
] as const;

test("a first visit to every type of page stays within its budget", async ({ browser, ownSite }) => {
  test.setTimeout(scaleLimit(600_000));
  // The next test visits the front page. This test visits it only with LONG_TESTS=1, or if the next test is skipped.
  const hasFrontPage = isLong || !hasRecordedFeeds;
  const sections = hasFrontPage ? SECTIONS : ["local"];
  const images = await serveFullFeeds(ownSite.host, sections);
  const site = await ownSite.start(undefined, { sections });
  await site.logs((log) => log.split('"msg":"image stored"').length > images);
  const story = await findFirstStory(site.url);
  await expectWithin(browser, site.url, [...(hasFrontPage ? ["/"] : []), "/local", story, "/about"]);
});

test("a first visit to pages of recorded feeds with real photo sizes stays within its budget", async ({
  browser,
  ownSite,
}) => {
  test.skip(!hasRecordedFeeds, "The recorded feeds of ../shared/corpora are missing.");
  test.setTimeout(scaleLimit(600_000));
  await serveRecordedNews(ownSite.host);
  const site = await ownSite.start();
  await site.logs((log) => log.split('"msg":"image stored"').length > PHOTO_SIZES.length);
  await expectWithin(browser, site.url, ["/", ...(isLong ? ["/local", await findFirstStory(site.url)] : [])]);
});

async function expectWithin(browser: Browser, site: string, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => waitForFullCompression(site + path)));
  for (const path of paths) expectWithinBudget(path, await firstVisit(browser, site + path));
}

async function findFirstStory(site: string): Promise<string> {
  const local = await (await fetch(`${site}/local`)).text();
  return /href="(\/article\/[^"]+)"/.exec(local)?.[1] ?? "";
}

/** Serves recorded feeds with a few generated photos in place of the real ones, which would take long to convert. */
async function serveRecordedNews(host: FeedHost): Promise<void> {
  const addresses: string[] = [];
  for (const [width, height] of PHOTO_SIZES) {
    // A photo of one color is encoded fast. Its bytes do not matter, since no budget counts photos.
    const picture = sharp({ create: { width, height, channels: 3, background: "#3f6f88" } });
    const path = `/photographs/${width}x${height}.jpg`;
    host.serve(path, { body: await picture.jpeg().toBuffer(), contentType: "image/jpeg" });
    addresses.push(host.url(path));
  }
  for (const section of SECTIONS)
    host.serve(feedPath(section), { body: recordedFeed(section, addresses), contentType: "application/xml" });
}

/** Serves feeds with the edition's sample texts, which have normal lengths. Returns the number of images. */
async function serveFullFeeds(host: FeedHost, sections: readonly string[]): Promise<number> {
  const samples = parse(await readFile("editions/chicago/samples.yaml", "utf8")) as Record<
    string,
    { title: string; description: string; author: string }[]
  >;
  // The photo is as wide as the widest stored images, but low, since encoding a hundred tall photos takes a minute.
  const photograph = sharp({ create: { width: 1300, height: 40, channels: 3, background: "#3f6f88" } });
  const picture = { body: await photograph.jpeg().toBuffer(), contentType: "image/jpeg" };
  let count = 0;
  for (const section of sections) {
    const stories = (samples[section] ?? []).slice(0, section === "local" ? STORIES_OF_LOCAL : STORIES);
    const items = stories.map(({ title, description, author }, index) => {
      count++;
      const file = `/pictures/${section}-${index}.jpg`;
      host.serve(file, picture);
      const date = new Date(Date.UTC(2026, 3, 20, 12 - index)).toUTCString();
      return `<item><title>${escaped(title)}</title><link>${host.url(`/${section}/${index}`)}</link><pubDate>${date}</pubDate>
<author>desk@wire.example (${escaped(author)})</author><description>${escaped(description)}</description>
<enclosure url="${host.url(file)}" type="image/jpeg" length="1000"/></item>`;
    });
    const body = `<rss version="2.0"><channel><title>Wire</title>${items.join("")}</channel></rss>`;
    host.serve(feedPath(section), { body, contentType: "application/rss+xml" });
  }
  return count;
}

/** Waits until a page is compressed at the highest level, which happens when the site is idle. */
async function waitForFullCompression(url: string): Promise<void> {
  const smallest = new Map<string, number>();
  const isSmallest = async () => {
    const response = await fetch(url, { headers: { "accept-encoding": "br" } });
    const html = await response.text();
    // The site may render the page again in the meantime, with a new image.
    if (!smallest.has(html)) smallest.set(html, brotliCompressSync(html).length);
    return Number(response.headers.get("content-length")) <= (smallest.get(html) ?? 0);
  };
  // Short intervals, since the site compresses a page at the highest level only after ten requests.
  await expect.poll(isSmallest, { intervals: [200] }).toBe(true);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
