import { existsSync, rmSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Interval, in ms, at which the worker checks for `file`. */
const INTERVAL_MS = 100;

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get("file") ?? "";

/** Ends the poll worker with an error when `file` appears, and deletes `file`. Loaded by `--import URL?file=PATH`. */
if (!isMainThread)
  setInterval(() => {
    if (!existsSync(file)) return;
    rmSync(file);
    throw new Error("The drill ended the poll worker.");
  }, INTERVAL_MS).unref();
