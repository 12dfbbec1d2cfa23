import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRequest } from "../core/search/request.ts";
import { loadEditions } from "../server/editions/load.ts";
import { searchOf } from "../server/news/search/search.ts";
import { recordFollows } from "../server/store/feeds.ts";
import { openDatabase } from "../server/store/open.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { machine, processorTime, quantile } from "./figures.ts";
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
    /** Leaves out what costs an insert. */
    quick: { type: "boolean", default: false },
  },
});
const count = Number(values.articles);
process.stdout.write(`${machine()}; load ${loadavg()[0]?.toFixed(1)}\n`);
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
const another = { edition: "another", section: "local", feed_url: "https://another.example/rss.xml" };
const forgetAnother = () => database.deleteFrom("follows").where("edition", "=", another.edition).execute();
const kinds = await queriesFor(database, count);
const filters: [string, Record<string, string>][] = [
  ["alone", {}],
  ["newest first", { order: "date" }],
  ["a section", { section: "business" }],
  ["a year, pictures", { from: "2023-01-01", to: "2023-12-31", pictures: "1" }],
];

await forgetAnother();
await measure("A store of this edition alone");
await recordFollows(database, [another]);
await measure("The same with feeds of another edition in it");
await forgetAnother();
await measureFuzz(search);
await database.destroy();
if (!values.quick) await measureInserts(edition);
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
  process.stdout.write(`\n${title}: p50 / p95 (p95 of the processor's time), ms\n`);
  printTable(["query", ...filters.map(([name]) => name)], rows);
}

async function find(parameters: Record<string, string>) {
  return search.find(readRequest(new URLSearchParams(parameters)));
}

/** Milliseconds: the median and the 95th percentile, and the latter of the processor's time, of the better of two answers. */
async function timed<Query>(queries: readonly Query[], ask: (query: Query) => Promise<unknown>): Promise<string> {
  const [clock, processor]: [number[], number[]] = [[], []];
  for (const query of queries) {
    const used: number[] = [];
    for (const time of [1, 2]) {
      const [before, began] = [processorTime(), performance.now()];
      await ask(query);
      if (time === 1) clock.push(performance.now() - began);
      used.push(processorTime() - before);
    }
    processor.push(Math.min(...used));
  }
  const figures = [quantile(clock, 0.5), quantile(clock, 0.95), quantile(processor, 0.95)].map((ms) => ms.toFixed(1));
  return `${figures[0]} / ${figures[1]} (${figures[2]})`;
}
