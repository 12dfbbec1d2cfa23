import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { Fuzzed } from "../tests/support/mutatedFeeds.ts";
import { CORPORA, readSeeds } from "../tests/support/seedFeeds.ts";
import { printTable, whole } from "./table.ts";

/**
 * `npm run fuzz`: reads feeds to which things happened, on every core. Ends with status 1 where one crashes the reader,
 * takes longer than a second, or gives what is no article, and says its seed: `npm run fuzz -- --seed S --runs 1` and up.
 */

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200000" },
    seed: { type: "string", default: "1" },
    corpora: { type: "string", default: CORPORA },
  },
});
/** A batch has one seed. One that does not come back within this hangs. */
const BATCH = 500;
const HANGS_MS = 180_000;

const runs = Number(values.runs);
const batches = Array.from({ length: Math.ceil(runs / BATCH) }, (_, index) => ({
  seed: Number(values.seed) + index,
  runs: Math.min(BATCH, runs - index * BATCH),
}));
const total: Fuzzed = { runs: 0, read: 0, articles: 0, unreadable: 0, bytes: 0, longestMs: 0, failure: null };
const failures: string[] = [];
const started = performance.now();
await Promise.all(Array.from({ length: availableParallelism() }, runBatches));

printTable(
  ["what", "count"],
  [
    ["seeds (feeds, whole and by their first entries)", whole(readSeeds(values.corpora).feeds.length)],
    ["mutated feeds", whole(total.runs)],
    ["read", whole(total.read)],
    ["articles in them, each checked", whole(total.articles)],
    ["refused as no feed", whole(total.unreadable)],
    ["bytes", whole(total.bytes)],
    ["longest reading, ms on the processor", whole(total.longestMs)],
    ["seconds in all", whole((performance.now() - started) / 1000)],
    ["failures", whole(failures.length)],
  ],
);
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function runBatches(): Promise<void> {
  let worker = startWorker();
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    worker.postMessage(batch);
    try {
      const [fuzzed] = (await once(worker, "message", { signal: AbortSignal.timeout(HANGS_MS) })) as [Fuzzed];
      add(fuzzed);
    } catch (error) {
      failures.push(`seed ${batch.seed}: the reader did not come back: ${error}`);
      await worker.terminate();
      worker = startWorker();
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${whole(total.runs)} of ${whole(runs)}`);
  }
  await worker.terminate();
}

function startWorker(): Worker {
  return new Worker(new URL("./fuzzWorker.ts", import.meta.url), { workerData: { corpora: values.corpora } });
}

function add(fuzzed: Fuzzed): void {
  for (const key of ["runs", "read", "articles", "unreadable", "bytes"] as const) total[key] += fuzzed[key];
  total.longestMs = Math.max(total.longestMs, fuzzed.longestMs);
  if (fuzzed.failure) failures.push(fuzzed.failure);
}
