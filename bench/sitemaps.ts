import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../server/store/open.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { fillWithArticles, MANY_FEED } from "../tests/support/manyArticles.ts";
import { startSite } from "../tests/support/site.ts";
import { readCpuSeconds, readPeakMemoryMb, resetPeakMemory } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { formatWhole, printTable } from "./table.ts";

/**
 * `node bench/sitemaps.ts`: time and memory for the sitemaps of a site with many articles, and response times of other
 * requests at the same time. Needs a build.
 */

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "1200000" },
    /** Size of an article, in bytes. */
    bytes: { type: "string", default: "1000" },
  },
});

const folder = await mkdtemp(join(tmpdir(), "broadsheet-sitemaps-"));
const file = join(folder, "broadsheet.db");
const editions = await writeTestEdition(join(folder, "editions"), {
  feeds: (section) => (section === "local" ? [{ url: MANY_FEED, publisher: "Many", rights: { index: true } }] : []),
  relays: [],
});
const database = await openDatabase(`sqlite:${file}`);
await fillWithArticles(database, "chicago", Number(values.articles), Number(values.bytes));
await database.destroy();
const site = await startSite({ editions, data: folder, hasOwnProcess: true });
try {
  const rows: string[][] = [];
  await fetch(`${site.url}/local`);
  await measure("a page, before", "/local", rows);
  const index = await measure("sitemap.xml", "/sitemap.xml", rows);
  const sitemaps = Array.from(
    index.matchAll(/<loc>([^<]+articles-\d+\.xml)<\/loc>/g),
    ([, url]) => new URL(url ?? "").pathname,
  );
  const waits: number[] = [];
  let isRequesting = true;
  const requests = (async () => {
    while (isRequesting) {
      const startedAt = performance.now();
      await (await fetch(`${site.url}/robots.txt`)).text();
      waits.push(performance.now() - startedAt);
    }
  })();
  resetPeakMemory(site.pid);
  const before = readPeakMemoryMb(site.pid);
  const cpu = readCpuSeconds(site.pid);
  const startedAt = performance.now();
  let entries = 0;
  let largest = 0;
  let bytes = 0;
  for (const path of sitemaps) {
    const xml = await (await fetch(site.url + path)).text();
    const found = xml.match(/<url><loc>[^<]+<\/loc><lastmod>[^<]+<\/lastmod><\/url>\n/g)?.length ?? 0;
    entries += found;
    largest = Math.max(largest, found);
    bytes += xml.length;
  }
  const ms = performance.now() - startedAt;
  isRequesting = false;
  await requests;
  const last = sitemaps.at(-1);
  if (last) await measure("the last sitemap alone", last, rows);
  await measure("news-sitemap.xml", "/news-sitemap.xml", rows);
  printTable(["", "ms", "bytes"], rows);
  printTable(
    ["all sitemaps of articles", ""],
    [
      ["stored articles", formatWhole(Number(values.articles))],
      ["store, MB", formatWhole((await stat(file)).size / 1e6)],
      ["sitemaps", formatWhole(sitemaps.length)],
      ["entries", formatWhole(entries)],
      ["entries of the largest", formatWhole(largest)],
      ["MB", formatWhole(bytes / 1e6)],
      ["seconds", (ms / 1000).toFixed(1)],
      ["CPU seconds", (readCpuSeconds(site.pid) - cpu).toFixed(1)],
      ["memory before, MB", formatWhole(before)],
      ["peak memory, MB", formatWhole(readPeakMemoryMb(site.pid))],
      ["another request meanwhile, p50 ms", quantile(waits, 0.5).toFixed(1)],
      ["the same, p95 ms", quantile(waits, 0.95).toFixed(1)],
      ["the same, max ms", quantile(waits, 1).toFixed(1)],
    ],
  );
} finally {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, path: string, rows: string[][]): Promise<string> {
  const startedAt = performance.now();
  const text = await (await fetch(site.url + path)).text();
  rows.push([name, (performance.now() - startedAt).toFixed(1), formatWhole(text.length)]);
  return text;
}
