/**
 * `node bench/storeGrowth.ts` measures three kinds of growth:
 * - `--articles 10000,100000`: the size of the store, and the duration of the queries of the front page, a section, an
 *   article and the latest stories, by number of articles. By default, 10,000, 100,000 and 1,000,000.
 * - `--staff-stories 10000`: duration of queries with staff stories beside feeds' stories. By default, 100,000; 0 for
 *   none.
 * - `--editions 1,10`: one process with editions of 200 feeds each. By default, 1 and 50. Needs a build.
 *
 * Ratios compare CPU time, which other work on the machine hardly changes.
 */
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { loadEditions } from "../server/editions/loading/load.ts";
import { createNews } from "../server/news/news.ts";
import { openDatabase } from "../server/store/open.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { generateStore } from "./generatedStore.ts";
import { describeMachine } from "./machine.ts";
import { measureNetwork, NETWORK_HEAD } from "./networkGrowth.ts";
import { quantile } from "./quantile.ts";
import { measureStaffStories, OWN_STORIES_HEAD } from "./staffStories.ts";
import { formatWhole, printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "10000,100000,1000000" },
    "staff-stories": { type: "string", default: "100000" },
    editions: { type: "string", default: "1,50" },
  },
});
const SIZES = values.articles.split(",").filter(Boolean).map(Number);
const ROUNDS = 300;
const WARM_UP = 50;

/** CPU time, in ms, of each query with the first and smallest store. */
const firstCosts = new Map<string, number>();
const rows: string[][] = [];
for (const size of SIZES) {
  const folder = await temporaryFolder();
  const { editions, database: path } = await generateStore(folder.path, size);
  const database = await openDatabase(`sqlite:${path}`);
  const [edition] = await loadEditions(editions);
  if (!edition) throw new Error("There is no edition.");
  const news = createNews(edition, database, () => Number.POSITIVE_INFINITY);
  const queries: Record<string, (round: number) => Promise<unknown>> = {
    "front page": () => news.frontPage(),
    section: () => news.section("sports"),
    "an article of today": (round) => news.article(`story-${1 + (round % 500)}`),
    "any article": (round) => news.article(`story-${1 + ((round * 7919) % size)}`),
    "latest stories": () => news.latest(20),
  };
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const [start, before] = [performance.now(), process.threadCpuUsage()];
      await query(round);
      const { user, system } = process.threadCpuUsage(before);
      if (round < WARM_UP) continue;
      times.push(performance.now() - start);
      cpu.push((user + system) / 1000);
    }
    const cost = cpu.reduce((sum, ms) => sum + ms, 0) / cpu.length;
    if (!firstCosts.has(name)) firstCosts.set(name, cost);
    const ratio = cost / (firstCosts.get(name) ?? Number.NaN);
    rows.push([
      name,
      formatWhole(size),
      quantile(times, 0.5).toFixed(2),
      quantile(times, 0.99).toFixed(2),
      cost.toFixed(2),
      ratio.toFixed(2),
    ]);
  }
  rows.push(["store, MB", formatWhole(size), formatWhole((await stat(path)).size / 1e6), "", "", ""]);
  await database.destroy();
  await folder.remove();
}
if (rows.length > 0) {
  process.stdout.write(`\nQueries and the size of the store (${describeMachine()})\n\n`);
  printTable(
    ["", "articles", "median ms", "p99 ms", "CPU ms", "ratio"],
    rows.sort((a, b) => (a[0] ?? "").localeCompare(b[0] ?? "")),
  );
}

const staffStories = Number(values["staff-stories"]);
if (staffStories > 0) {
  process.stdout.write(`\nQueries with and without staff stories (${describeMachine()})\n\n`);
  printTable(OWN_STORIES_HEAD, await measureStaffStories(staffStories));
}

const network = await measureNetwork(values.editions.split(",").filter(Boolean).map(Number));
if (network.length > 0) {
  process.stdout.write(`\nOne process and the number of editions (${describeMachine()})\n\n`);
  printTable(NETWORK_HEAD, network);
}
