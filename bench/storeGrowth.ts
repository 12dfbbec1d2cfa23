/**
 * `node bench/growth.ts`: what a store's growth costs. The questions behind the front page, a section, an article and the
 * latest stories, and the store's size, with ten thousand, a hundred thousand and a million articles. The
 * thread's own time is compared, which others on the machine do not change.
 */
import { stat } from "node:fs/promises";
import { loadEditions } from "../server/editions/load.ts";
import { createNews } from "../server/news/news.ts";
import { openDatabase } from "../server/store/open.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { machine, quantile } from "./figures.ts";
import { makeStore } from "./store.ts";
import { printTable, whole } from "./table.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 300;
const WARM_UP = 50;

const medians = new Map<string, number[]>();
const rows: string[][] = [];
for (const size of SIZES) {
  const folder = await temporaryFolder();
  const { editions, database: path } = await makeStore(folder.path, size);
  const database = await openDatabase(`sqlite:${path}`);
  const [edition] = await loadEditions(editions);
  if (!edition) throw new Error("There is no edition.");
  const news = createNews(edition, database, () => Number.POSITIVE_INFINITY);
  const questions: Record<string, (round: number) => Promise<unknown>> = {
    "front page": () => news.frontPage(),
    section: () => news.section("sports"),
    "an article of today": (round) => news.article(`story-${1 + (round % 500)}`),
    "any article": (round) => news.article(`story-${1 + ((round * 7919) % size)}`),
    "latest stories": () => news.latest(20),
  };
  for (const [question, ask] of Object.entries(questions)) {
    const times: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const [start, before] = [performance.now(), process.threadCpuUsage()];
      await ask(round);
      const { user, system } = process.threadCpuUsage(before);
      if (round < WARM_UP) continue;
      times.push(performance.now() - start);
      busy.push((user + system) / 1000);
    }
    const known = medians.get(question) ?? [];
    const cost = busy.reduce((sum, ms) => sum + ms, 0) / busy.length;
    medians.set(question, [...known, cost]);
    const ratio = cost / (medians.get(question)?.[0] ?? Number.NaN);
    rows.push([
      question,
      whole(size),
      quantile(times, 0.5).toFixed(2),
      quantile(times, 0.99).toFixed(2),
      cost.toFixed(2),
      ratio.toFixed(2),
    ]);
  }
  rows.push(["the store, MB", whole(size), whole((await stat(path)).size / 1e6), "", "", ""]);
  await database.destroy();
  await folder.remove();
}
process.stdout.write(`\nGrowth (${machine()})\n\n`);
printTable(
  ["", "articles", "median ms", "p99 ms", "CPU ms", "of 10,000"],
  rows.sort((a, b) => (a[0] ?? "").localeCompare(b[0] ?? "")),
);
