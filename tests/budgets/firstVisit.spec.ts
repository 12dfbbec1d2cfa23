import { readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import sharp from "sharp";
import { parse } from "yaml";
import { expect, SECTIONS, test } from "../browser/fixtures.ts";
import type { FeedHost } from "../support/feedHost.ts";
import { firstVisit } from "../support/firstVisit.ts";
import { recordedFeed } from "../support/recordedFeeds.ts";
import { hasRecordedFeeds } from "../support/recordedStore.ts";
import { feedPath } from "../support/sectionFeeds.ts";

/** Kilobytes over the wire on a first visit. What Lighthouse says of a page belongs into a test of its own beside this. */
const MOST = { html: 25, js: 130, css: 14, fonts: 90 } as const;
const MOST_SHIFT = 0.01;
/** As many stories of a section as the front page may show, all with photographs; its own page shows fifteen. */
const STORIES = 6;
const STORIES_OF_LOCAL = 15;

/** Photographs as publishers put them up: in width and height. */
const PHOTOGRAPHS = [
  [1024, 576],
  [1200, 800],
  [1600, 1067],
  [2048, 1365],
  [900, 1200],
] as const;

test("a first visit to every type of page stays within its budget", async ({ browser, ownSite }) => {
  test.setTimeout(600_000);
  const pictures = await serveFullFeeds(ownSite.host);
  const site = await ownSite.start();
  await site.logs((log) => log.split('"msg":"image stored"').length > pictures);
  await expectWithin(browser, site.url, ["/", "/local", await firstStory(site.url), "/about"]);
});

test("so does one to pages of recorded feeds with photographs of real sizes", async ({ browser, ownSite }) => {
  test.skip(!hasRecordedFeeds, "The recorded feeds of ../shared/corpora are not there.");
  test.setTimeout(240_000);
  await serveRecordedNews(ownSite.host);
  const site = await ownSite.start();
  await site.logs((log) => log.split('"msg":"image stored"').length > PHOTOGRAPHS.length);
  await expectWithin(browser, site.url, ["/", "/local", await firstStory(site.url)]);
});

async function expectWithin(browser: Browser, site: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await expect.poll(() => isPackedWell(site + path), { timeout: 30_000 }).toBe(true);
    const { bytes, foreign, shift, requests } = await firstVisit(browser, site + path);
    const kilobytes = new Map(Object.entries(bytes).map(([kind, count]) => [kind, Math.round(count / 100) / 10]));
    const figures = [...kilobytes].map(([kind, count]) => `${kind} ${count}`).join(", ");
    process.stdout.write(`${path}: ${figures} kB; ${requests} requests; layout shift ${shift.toFixed(4)}\n`);
    for (const [kind, most] of Object.entries(MOST))
      expect.soft(kilobytes.get(kind), `${path}: ${kind}`).toBeLessThanOrEqual(most);
    expect.soft(foreign, path).toEqual([]);
    expect.soft(shift, `${path}: layout shift`).toBeLessThanOrEqual(MOST_SHIFT);
  }
}

/** Where the first story of the local section stands. */
async function firstStory(site: string): Promise<string> {
  const local = await (await fetch(`${site}/local`)).text();
  return /href="(\/article\/[^"]+)"/.exec(local)?.[1] ?? "";
}

/** Feeds that nobody here wrote, with a few photographs of ours, since each one that is kept takes its time. */
async function serveRecordedNews(host: FeedHost): Promise<void> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const addresses: string[] = [];
  for (const [width, height] of PHOTOGRAPHS) {
    const picture = sharp({ create: { width, height, channels: 3, background: "#777", noise } }).blur(2);
    const path = `/photographs/${width}x${height}.jpg`;
    host.serve(path, { body: await picture.jpeg({ quality: 88 }).toBuffer(), contentType: "image/jpeg" });
    addresses.push(host.url(path));
  }
  for (const section of SECTIONS)
    host.serve(feedPath(section), { body: recordedFeed(section, addresses), contentType: "application/xml" });
}

/** Feeds whose stories have words and names of the usual length: those of the edition's own. Returns how many pictures. */
async function serveFullFeeds(host: FeedHost): Promise<number> {
  const samples = parse(await readFile("editions/chicago/samples.yaml", "utf8")) as Record<
    string,
    { title: string; description: string; author: string }[]
  >;
  // As wide as the widest stored images, but low: encoding a hundred of full height would take a minute.
  const photograph = sharp({ create: { width: 1300, height: 40, channels: 3, background: "#3f6f88" } });
  const picture = { body: await photograph.jpeg().toBuffer(), contentType: "image/jpeg" };
  let count = 0;
  for (const section of SECTIONS) {
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

/** A page that was just made goes out as it can be packed quickly; a little later as small as it gets. */
async function isPackedWell(url: string): Promise<boolean> {
  const packed = await fetch(url, { headers: { "accept-encoding": "br" } });
  const smallest = brotliCompressSync(await packed.arrayBuffer()).length;
  return Number(packed.headers.get("content-length")) <= smallest;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
