import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRequest } from "../core/search/request.ts";
import { loadEditions } from "../server/editions/load.ts";
import { createSearch } from "../server/news/search/search.ts";
import { recordFollows } from "../server/store/feeds.ts";
import { openDatabase } from "../server/store/open.ts";
import { hostileQueries } from "../tests/support/hostileQueries.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { machine, processorTime, quantile } from "./figures.ts";
import { toQueries, toUnfinishedWords } from "./searchQueries.ts";
import { fillStore, measureInserts } from "./searchStore.ts";
import { printTable, whole } from "./table.ts";

/**
 * `npm run bench:search`: how long searches take, from the parameters of an address to the stories of a page, how large the
 * index is and what it adds to storing an article. The goal is a p95 of 25 ms for 200,000 articles and of 60 ms for
 * 1,000,000.
 */

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "200000" },
    /** Keeps the store of generated articles in a file for the next run. */
    store: { type: "string" },
    hostile: { type: "string", default: "10000" },
    /** Prints milliseconds of processor time, which other work on the machine hardly changes. */
    cpu: { type: "boolean", default: false },
    /** Leaves out what it costs to store an article. */
    quick: { type: "boolean", default: false },
  },
});
const count = Number(values.articles);
const now = values.cpu ? processorTime : () => performance.now();
process.stdout.write(`${machine()}; load ${loadavg()[0]?.toFixed(1)}\n`);
const [edition] = await loadEditions("editions");
if (!edition) throw new Error("There is no edition to search.");
const folder = await temporaryFolder();
const path = values.store ?? join(folder.path, "store.db");
if (!existsSync(path)) {
  const { seconds, bytes } = await fillStore(path, edition, count);
  const size = `${whole(bytes / 1e6)} MB, ${(bytes / count / 1000).toFixed(2)} kB per article`;
  process.stdout.write(`${whole(count)} articles indexed in ${seconds.toFixed(0)} s; index: ${size}\n`);
}

const database = await openDatabase(`sqlite:${path}`);
const search = createSearch(edition, database);
const find = (parameters: Record<string, string>) => search.find(readRequest(new URLSearchParams(parameters)));
const other = { edition: "another", section: "local", feed_url: "https://another.example/rss.xml" };
const forgetOther = () => database.deleteFrom("follows").where("edition", "=", other.edition).execute();
const kinds = await toQueries(database, count);
const filters: [name: string, parameters: Record<string, string>][] = [
  ["no filter", {}],
  ["newest first", { order: "date" }],
  ["a section", { section: "business" }],
  ["a year, pictures", { from: "2023-01-01", to: "2023-12-31", pictures: "1" }],
];

await forgetOther();
await measure("One edition in the store");
await recordFollows(database, [other]);
await measure("Two editions in the store");
await forgetOther();
await measureHostile(Number(values.hostile));
await database.destroy();
if (!values.quick) await measureInserts(edition);
await folder.remove();

async function measure(title: string): Promise<void> {
  const rows: string[][] = [];
  for (const { name, queries } of kinds) {
    const cells = [];
    for (const [, parameters] of filters) cells.push(await time(queries, (q) => find({ q, ...parameters })));
    rows.push([`${name} (${queries.length})`, ...cells]);
  }
  const typed = toUnfinishedWords(kinds);
  rows.push([`while typing (${typed.length})`, await time(typed, (q) => search.suggest(q)), "", "", ""]);
  process.stdout.write(`\n${title}: p50 / p95 / max, ms${values.cpu ? " of the processor" : ""}\n`);
  printTable(["query", ...filters.map(([name]) => name)], rows);
}

/** Times each query once, after a first pass in which the system reads the file. */
async function time(queries: readonly string[], ask: (query: string) => Promise<unknown>): Promise<string> {
  for (const query of queries) await ask(query);
  const times: number[] = [];
  for (const query of queries) {
    const start = now();
    await ask(query);
    times.push(now() - start);
  }
  return [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1)).join(" / ");
}

/** Asks what nobody asks, and prints how long the slowest answers took. */
async function measureHostile(queries: number): Promise<void> {
  const asked: { query: Record<string, string>; ms: number }[] = [];
  for (const query of hostileQueries(queries)) {
    const start = now();
    await find(query);
    asked.push({ query, ms: now() - start });
  }
  const times = asked.map(({ ms }) => ms);
  const shares = [0.5, 0.95, 0.99, 0.999, 1];
  process.stdout.write(`\n${whole(queries)} hostile queries, no error\n`);
  printTable(
    ["share of the queries", "ms"],
    shares.map((share) => [`${share * 100} %`, quantile(times, share).toFixed(1)]),
  );
  for (const { query, ms } of asked.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    process.stdout.write(`${ms.toFixed(1)} ms: ${JSON.stringify(query).slice(0, 120)}\n`);
}
