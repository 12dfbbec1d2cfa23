import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadEditions } from "../server/editions/loading/load.ts";
import { createNews, type News } from "../server/news/news.ts";
import { saveArticles } from "../server/store/articles/saveArticles.ts";
import { moveStore } from "../server/store/move.ts";
import { openDatabase } from "../server/store/open.ts";
import type { Database } from "../server/store/schema/schema.ts";
import { startPostgres } from "../tests/support/postgresServer.ts";
import { openIndexOf } from "../tests/support/searchIndex.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { generateStore } from "./generatedStore.ts";
import { describeMachine, readThreadCpuMs } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { formatWhole, printTable } from "./table.ts";

/**
 * `npm run bench:postgres`: compares PostgreSQL with SQLite in the reads of pages, the writes of polls and the build of
 * the search index. The goals: at most twice SQLite's time for pages, and at least half SQLite's rate of stored
 * articles.
 */

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "100000" },
    /** Number of times that each page is read. */
    reads: { type: "string", default: "200" },
    /** Number of feeds stored on each engine, with 15 articles each. */
    feeds: { type: "string", default: "400" },
  },
});
const articles = Number(values.articles);
const reads = Number(values.reads);
const ENGINES = ["SQLite", "PostgreSQL"] as const;
const ARTICLES_PER_FEED = 15;

process.stdout.write(`${describeMachine()}; load ${loadavg()[0]?.toFixed(1)}; ${formatWhole(articles)} articles\n`);
const folder = await temporaryFolder();
const server = await startPostgres();
const { editions, database: file } = await generateStore(folder.path, articles);
const [edition] = await loadEditions(editions);
if (!edition) throw new Error("There is no edition.");
const stores = [
  await openDatabase(`sqlite:${file}`),
  await openDatabase(await server.createDatabase("bench")),
] as const;
const startedAt = performance.now();
await moveStore(stores[0], file, stores[1], () => {});
process.stdout.write(`Moved to PostgreSQL in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n\n`);

const news = stores.map((database) => createNews(edition, database, () => 0));
const section = edition.sections.find(({ feeds }) => feeds.length > 0)?.slug ?? "";
printTable(
  ["", "SQLite p50, ms", "p95", "PostgreSQL p50, ms", "p95", "ratio of p50"],
  [
    await comparePages("front page", (site) => site.frontPage()),
    await comparePages("section", (site) => site.section(section)),
    await comparePages("article", (site, turn) => site.article(`story-${1 + ((turn * 7919) % articles)}`)),
  ],
);
process.stdout.write("\n");

const ingest: [number[], number[]] = [[], []];
for (let feed = 0; feed < Number(values.feeds); feed++)
  for (const [index, database] of stores.entries()) ingest[index]?.push(await storeFeed(database, feed));
// Uses the median, since on either engine, a single checkpoint takes as long as storing many feeds.
const rates = ingest.map((times) => (ARTICLES_PER_FEED / quantile(times, 0.5)) * 1000);
const builds = [];
for (const [index, database] of stores.entries()) builds.push(await buildIndex(database, `index-${index}`));
printTable(
  ["", ...ENGINES, "ratio"],
  [
    ["articles stored per second", ...rates.map(formatWhole), ((rates[1] ?? 0) / (rates[0] ?? 1)).toFixed(2)],
    [
      "articles indexed per second",
      ...builds.map(({ ms }) => formatWhole((articles / ms) * 1000)),
      ((builds[0]?.ms ?? 0) / (builds[1]?.ms ?? 1)).toFixed(2),
    ],
    ["CPU ms of this thread per article", ...builds.map(({ cpuMs }) => (cpuMs / articles).toFixed(2)), ""],
  ],
);
for (const database of stores) await database.destroy();
await server.stop();
await folder.remove();

/** Reads a page on both engines in turn. The turns before 0 only warm up caches. */
async function comparePages(name: string, read: (site: News, turn: number) => Promise<unknown>): Promise<string[]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = -20; turn < reads; turn++)
    for (const [index, site] of news.entries()) {
      const start = performance.now();
      await read(site, Math.abs(turn));
      if (turn >= 0) times[index]?.push(performance.now() - start);
    }
  const [first = 0, second = 0] = times.map((list) => quantile(list, 0.5));
  const cells = times.flatMap((list) => [quantile(list, 0.5), quantile(list, 0.95)]);
  return [name, ...cells.map((ms) => ms.toFixed(2)), (second / first).toFixed(2)];
}

/** Stores the articles of a new feed. Returns the duration in ms. */
async function storeFeed(database: Database, feed: number): Promise<number> {
  const now = new Date().toISOString();
  const newest = Array.from({ length: ARTICLES_PER_FEED }, (_, index) => {
    const link = `https://new.example/${feed}/${index}`;
    return {
      title: `News ${feed} of the city, part ${index}`,
      link,
      guid: link,
      slug: `news-${feed}-${index}`,
      author: "A Reporter",
      publishedAt: now,
      updatedAt: null,
      descriptionHtml: "",
      excerpt: "e".repeat(150),
      contentHtml: `<p>${"c".repeat(900)}</p>`,
      image: null,
      enclosures: [],
      categories: [],
    };
  });
  const read = { kind: "rss", title: "", description: "", link: null, language: null, articles: newest } as const;
  const start = performance.now();
  await saveArticles(database, {
    feedUrl: `https://new.example/${feed}.xml`,
    feed: read,
    now,
    isReserved: () => false,
  });
  return performance.now() - start;
}

async function buildIndex(database: Database, name: string): Promise<{ ms: number; cpuMs: number }> {
  const indexed = openIndexOf(database, join(folder.path, name));
  const [start, cpu] = [performance.now(), readThreadCpuMs()];
  await indexed.update();
  const duration = { ms: performance.now() - start, cpuMs: readThreadCpuMs() - cpu };
  await indexed.close();
  return duration;
}
