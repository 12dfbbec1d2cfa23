import { existsSync, rmSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Interval, in ms, between looks for the file. */
const INTERVAL_MS = 100;

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get("file") ?? "";

/** Ends the poll worker with an error whenever a file appears (`node --import URL?file=PATH`). The file is removed. */
if (!isMainThread)
  setInterval(() => {
    if (!existsSync(file)) return;
    rmSync(file);
    throw new Error("The drill ended the poll worker.");
  }, INTERVAL_MS).unref();
