import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSearchRequest } from "../core/search/request.ts";
import { loadEditions } from "../server/editions/loading/load.ts";
import { createSearch } from "../server/news/search/search.ts";
import { recordFollows } from "../server/store/feeds/feeds.ts";
import { openDatabase } from "../server/store/open.ts";
import { hostileQueries } from "../tests/support/hostileQueries.ts";
import { openIndexOf } from "../tests/support/searchIndex.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { describeMachine, readThreadCpuMs } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { createQueries, toUnfinishedWords } from "./searchQueries.ts";
import { buildIndex, fillStore, measureInserts, toIndexPath } from "./searchStore.ts";
import { formatWhole, printTable } from "./table.ts";

/**
 * `npm run bench:search`: measures the time of a search, from the parameters of a URL to the stories of a page. Also
 * measures the size of the index, and the time to store and to index an article. The goal for searches is a p95 of
 * 25 ms with 200,000 articles, and of 60 ms with 1,000,000 articles.
 */

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "200000" },
    /** Path of a file that keeps the generated articles for the next run. */
    store: { type: "string" },
    /** Rebuilds the index of a store that an earlier run has kept. */
    rebuild: { type: "boolean", default: false },
    hostile: { type: "string", default: "10000" },
    /** Measures CPU time, which other work on the machine hardly changes. */
    cpu: { type: "boolean", default: false },
    /** Skips the measurement of storing articles. */
    quick: { type: "boolean", default: false },
  },
});
const count = Number(values.articles);
const now = values.cpu ? readThreadCpuMs : () => performance.now();
process.stdout.write(`${describeMachine()}; load ${loadavg()[0]?.toFixed(1)}\n`);
const [edition] = await loadEditions("editions");
if (!edition) throw new Error("There is no edition.");
const folder = await temporaryFolder();
const path = values.store ?? join(folder.path, "store.db");
if (!existsSync(path)) await fillStore(path, edition, count);
if (values.rebuild || !existsSync(toIndexPath(path))) {
  const { seconds, cpuSeconds, bytes } = await buildIndex(path);
  const size = `${formatWhole(bytes / 1e6)} MB, ${(bytes / count / 1000).toFixed(2)} kB per article`;
  process.stdout.write(
    `${formatWhole(count)} articles indexed in ${seconds.toFixed(0)} s (CPU ${cpuSeconds.toFixed(0)} s); index: ${size}\n`,
  );
}

const database = await openDatabase(`sqlite:${path}`);
const indexed = openIndexOf(database, toIndexPath(path));
const search = createSearch(edition, { database, index: indexed.index });
const find = (parameters: Record<string, string>) => search.find(parseSearchRequest(new URLSearchParams(parameters)));
const otherEdition = { edition: "another", section: "local", feed_url: "https://another.example/rss.xml" };
const removeOtherEdition = () => database.deleteFrom("follows").where("edition", "=", otherEdition.edition).execute();
const queryTypes = await createQueries(database, indexed.index, count);
const filters: [name: string, parameters: Record<string, string>][] = [
  ["no filter", {}],
  ["newest first", { order: "date" }],
  ["a section", { section: "business" }],
  ["a year, with images", { from: "2023-01-01", to: "2023-12-31", pictures: "1" }],
];

await removeOtherEdition();
await measure("One edition in the store");
await recordFollows(database, [otherEdition]);
await measure("Two editions in the store");
await removeOtherEdition();
await measureHostile(Number(values.hostile));
await Promise.all([database.destroy(), indexed.close()]);
if (!values.quick) await measureInserts(edition);
await folder.remove();

async function measure(title: string): Promise<void> {
  const rows: string[][] = [];
  for (const { name, queries } of queryTypes) {
    const cells = [];
    for (const [, parameters] of filters) cells.push(await time(queries, (q) => find({ q, ...parameters })));
    rows.push([`${name} (${queries.length})`, ...cells]);
  }
  const typed = toUnfinishedWords(queryTypes);
  rows.push([`while typing (${typed.length})`, await time(typed, (q) => search.suggest(q)), "", "", ""]);
  process.stdout.write(`\n${title}: p50 / p95 / max, ms${values.cpu ? " of CPU time" : ""}\n`);
  printTable(["query", ...filters.map(([name]) => name)], rows);
}

/** Measures each query once, after an unmeasured pass that fills the file system's cache. */
async function time(queries: readonly string[], run: (query: string) => Promise<unknown>): Promise<string> {
  for (const query of queries) await run(query);
  const times: number[] = [];
  for (const query of queries) {
    const start = now();
    await run(query);
    times.push(now() - start);
  }
  return [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1)).join(" / ");
}

/** Runs generated queries that are as expensive as possible, and prints the slowest ones. */
async function measureHostile(queries: number): Promise<void> {
  const timed: { query: Record<string, string>; ms: number }[] = [];
  for (const query of hostileQueries(queries)) {
    const start = now();
    await find(query);
    timed.push({ query, ms: now() - start });
  }
  const times = timed.map(({ ms }) => ms);
  const shares = [0.5, 0.95, 0.99, 0.999, 1];
  process.stdout.write(`\n${formatWhole(queries)} hostile queries without an error\n`);
  printTable(
    ["share of the queries", "ms"],
    shares.map((share) => [`${share * 100} %`, quantile(times, share).toFixed(1)]),
  );
  for (const { query, ms } of timed.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    process.stdout.write(`${ms.toFixed(1)} ms: ${JSON.stringify(query).slice(0, 120)}\n`);
}
