import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../server/store/open.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { fillWithArticles, MANY_FEED } from "../tests/support/manyArticles.ts";
import { startSite } from "../tests/support/site.ts";
import { forgetPeak, peakMemory, processorSeconds } from "./processes.ts";
import { printTable, whole } from "./table.ts";

/**
 * `node bench/sitemaps.ts`: how long a site with many articles takes for its maps, in how much memory, and what somebody
 * who reads a page meanwhile notices. Needs the built site.
 */

const { values } = parseArgs({
  options: { articles: { type: "string", default: "1200000" }, bytes: { type: "string", default: "1000" } },
});

const folder = await mkdtemp(join(tmpdir(), "broadsheet-maps-"));
const file = join(folder, "broadsheet.db");
const editions = await writeTestEdition(join(folder, "editions"), {
  feeds: (section) => (section === "local" ? [{ url: MANY_FEED, publisher: "Many" }] : []),
  relays: [],
});
const database = await openDatabase(`sqlite:${file}`);
await fillWithArticles(database, "chicago", Number(values.articles), Number(values.bytes));
await database.destroy();
const site = await startSite({ editions, data: folder });
try {
  const rows: string[][] = [];
  await fetch(`${site.url}/local`);
  await measure("a page before", "/local", rows);
  const index = await measure("sitemap.xml", "/sitemap.xml", rows);
  const maps = Array.from(
    index.matchAll(/<loc>([^<]+articles-\d+\.xml)<\/loc>/g),
    ([, url]) => new URL(url ?? "").pathname,
  );
  const waits: number[] = [];
  let isReading = true;
  const reading = (async () => {
    while (isReading) {
      const began = performance.now();
      await (await fetch(`${site.url}/robots.txt`)).text();
      waits.push(performance.now() - began);
    }
  })();
  forgetPeak(site.pid);
  const before = peakMemory(site.pid);
  const cpu = processorSeconds(site.pid);
  const began = performance.now();
  let addresses = 0;
  let largest = 0;
  let bytes = 0;
  for (const path of maps) {
    const xml = await (await fetch(site.url + path)).text();
    const found = xml.match(/<url><loc>[^<]+<\/loc><lastmod>[^<]+<\/lastmod><\/url>\n/g)?.length ?? 0;
    addresses += found;
    largest = Math.max(largest, found);
    bytes += xml.length;
  }
  const ms = performance.now() - began;
  isReading = false;
  await reading;
  const last = maps.at(-1);
  if (last) await measure("the last map alone", last, rows);
  await measure("news-sitemap.xml", "/news-sitemap.xml", rows);
  printTable(["asked for", "ms", "bytes"], rows);
  waits.sort((a, b) => a - b);
  printTable(
    ["all maps of articles", "value"],
    [
      ["articles in the store", whole(Number(values.articles))],
      ["the store, MB", whole((await stat(file)).size / 1e6)],
      ["maps", whole(maps.length)],
      ["addresses in them", whole(addresses)],
      ["in the largest", whole(largest)],
      ["MB", whole(bytes / 1e6)],
      ["seconds", (ms / 1000).toFixed(1)],
      ["of the processor", (processorSeconds(site.pid) - cpu).toFixed(1)],
      ["memory before, MB", whole(before)],
      ["memory at most, MB", whole(peakMemory(site.pid))],
      ["another request meanwhile, p50 ms", (waits[Math.floor(waits.length / 2)] ?? 0).toFixed(1)],
      ["the same, p95 ms", (waits[Math.floor(waits.length * 0.95)] ?? 0).toFixed(1)],
      ["the same, longest ms", (waits.at(-1) ?? 0).toFixed(1)],
    ],
  );
} finally {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, path: string, rows: string[][]): Promise<string> {
  const began = performance.now();
  const text = await (await fetch(site.url + path)).text();
  rows.push([name, (performance.now() - began).toFixed(1), whole(text.length)]);
  return text;
}
