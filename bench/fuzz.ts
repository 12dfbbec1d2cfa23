import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { FuzzResult } from "../tests/support/mutatedFeeds.ts";
import { CORPORA, readSeeds } from "../tests/support/seedFeeds.ts";
import { formatWhole, printTable } from "./table.ts";

/**
 * `npm run fuzz`: parses mutated feeds on every core. Exits with status 1 and prints the seed if a feed crashes the
 * parser, takes more than a second or yields an invalid article. `npm run fuzz -- --seed S --runs N` repeats a run.
 */

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200000" },
    seed: { type: "string", default: "1" },
    corpora: { type: "string", default: CORPORA },
  },
});
/** Number of feeds per seed. */
const BATCH_FEEDS = 500;
const BATCH_TIMEOUT_MS = 180_000;

const runs = Number(values.runs);
const batches = Array.from({ length: Math.ceil(runs / BATCH_FEEDS) }, (_, index) => ({
  seed: Number(values.seed) + index,
  runs: Math.min(BATCH_FEEDS, runs - index * BATCH_FEEDS),
}));
const total: FuzzResult = { runs: 0, parsed: 0, articles: 0, rejected: 0, bytes: 0, maxMs: 0, failure: null };
const failures: string[] = [];
const started = performance.now();
await Promise.all(Array.from({ length: availableParallelism() }, runBatches));

printTable(
  ["", "count"],
  [
    ["seed feeds, complete and shortened", formatWhole(readSeeds(values.corpora).feeds.length)],
    ["mutated feeds", formatWhole(total.runs)],
    ["parsed", formatWhole(total.parsed)],
    ["articles in them, all checked", formatWhole(total.articles)],
    ["rejected", formatWhole(total.rejected)],
    ["bytes", formatWhole(total.bytes)],
    ["longest parse, ms of CPU", formatWhole(total.maxMs)],
    ["seconds in total", formatWhole((performance.now() - started) / 1000)],
    ["failures", formatWhole(failures.length)],
  ],
);
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runBatches(): Promise<void> {
  let worker = startWorker();
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    worker.postMessage(batch);
    try {
      const [result] = (await once(worker, "message", { signal: AbortSignal.timeout(BATCH_TIMEOUT_MS) })) as [
        FuzzResult,
      ];
      add(result);
    } catch (error) {
      failures.push(`seed ${batch.seed}: no result: ${error}`);
      await worker.terminate();
      worker = startWorker();
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${formatWhole(total.runs)} of ${formatWhole(runs)}`);
  }
  await worker.terminate();
}

function startWorker(): Worker {
  return new Worker(new URL("./fuzzWorker.ts", import.meta.url), { workerData: { corpora: values.corpora } });
}

function add(result: FuzzResult): void {
  for (const key of ["runs", "parsed", "articles", "rejected", "bytes"] as const) total[key] += result[key];
  total.maxMs = Math.max(total.maxMs, result.maxMs);
  if (result.failure) failures.push(result.failure);
}
