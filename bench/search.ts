import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRequest } from "../core/search/request.ts";
import { loadEditions } from "../server/editions/load.ts";
import { searchOf } from "../server/search/search.ts";
import { recordFollows } from "../server/store/feeds.ts";
import { openDatabase } from "../server/store/open.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { measureFuzz } from "./searchFuzz.ts";
import { measureInserts } from "./searchInserts.ts";
import { beginnings, queriesFor } from "./searchQueries.ts";
import { fillStore } from "./searchStore.ts";
import { printTable, whole } from "./table.ts";

/**
 * `npm run bench:search`: how long the answers of search take, from the store to the stories of a page, and what the index
 * costs. `--store` keeps the store of generated articles for another run.
 */

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "1000000" },
    store: { type: "string" },
    /** Counts the processor's time in place of the clock's, for machines that have other work. */
    cpu: { type: "boolean", default: false },
  },
});
const count = Number(values.articles);
const [edition] = await loadEditions("editions");
if (!edition) throw new Error("There is no edition to search.");
const folder = await temporaryFolder();
const path = values.store ?? join(folder.path, "store.db");

if (!existsSync(path)) {
  const { seconds, bytes } = await fillStore(path, edition, count);
  const each = (bytes / count / 1000).toFixed(2);
  process.stdout.write(
    `${whole(count)} articles indexed in ${seconds.toFixed(0)} s; the index has ${whole(bytes / 1e6)} MB, ${each} kB an article.\n`,
  );
}

const database = await openDatabase(`sqlite:${path}`);
const search = searchOf(edition, database);
const kinds = await queriesFor(database, count);
const filters: [string, Record<string, string>][] = [
  ["alone", {}],
  ["newest first", { order: "date" }],
  ["a section", { section: "business" }],
  ["a year, pictures", { from: "2023-01-01", to: "2023-12-31", pictures: "1" }],
];

await measure("A store of this edition alone (p50 / p95, ms)");
await recordFollows(database, [{ edition: "another", section: "local", feed_url: "https://another.example/rss.xml" }]);
await measure("The same with feeds of another edition in it (p50 / p95, ms)");
await database.deleteFrom("follows").where("edition", "=", "another").execute();
await measureFuzz(search);
await database.destroy();
await measureInserts(edition);
await folder.remove();

async function measure(title: string): Promise<void> {
  const rows: string[][] = [];
  for (const { name, queries } of kinds) {
    const row = [`${name} (${queries.length})`];
    for (const [, filter] of filters) row.push(await timed(queries, (query) => find({ ...query, ...filter })));
    rows.push(row);
  }
  const typed = beginnings(kinds).map((q) => ({ q }));
  rows.push([`while typing (${typed.length})`, await timed(typed, ({ q }) => search.suggest(q ?? "")), "", "", ""]);
  process.stdout.write(`\n${title}\n`);
  printTable(["query", ...filters.map(([name]) => name)], rows);
}

/** Milliseconds. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return values.cpu ? (user + system) / 1000 : performance.now();
}

async function find(parameters: Record<string, string>) {
  return search.find(readRequest(new URLSearchParams(parameters)));
}

async function timed<Query>(queries: readonly Query[], ask: (query: Query) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (const query of queries) {
    const began = now();
    await ask(query);
    times.push(now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return `${at(0.5).toFixed(1)} / ${at(0.95).toFixed(1)}`;
}
