import { parentPort, workerData } from "node:worker_threads";
import { readMutatedFeeds } from "../tests/support/mutatedFeeds.ts";
import { readSeeds } from "../tests/support/seedFeeds.ts";

/** Reads the mutated feeds of one seed after another, as it is asked. */
const seeds = readSeeds((workerData as { corpora: string }).corpora);

parentPort?.on("message", ({ seed, runs }: { seed: number; runs: number }) => {
  parentPort?.postMessage(readMutatedFeeds(seeds, seed, runs));
});
