import { parentPort, workerData } from "node:worker_threads";
import { parseMutatedFeeds } from "../tests/support/mutatedFeeds.ts";
import { readSeeds } from "../tests/support/seedFeeds.ts";

const seeds = readSeeds((workerData as { corpora: string }).corpora);

parentPort?.on("message", ({ seed, runs }: { seed: number; runs: number }) => {
  parentPort?.postMessage(parseMutatedFeeds(seeds, seed, runs));
});
