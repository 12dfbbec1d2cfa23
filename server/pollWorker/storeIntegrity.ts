import { statSync } from "node:fs";
import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { findFileFault } from "../store/storeFile.ts";

const INTERVAL_MS = 10_000;
/** Pause after a check, as a multiple of the check's duration. Checks then take 0.5 % of a processor's time. */
const PAUSE_FACTOR = 200;

interface Parts {
  /** The SQLite file. */
  path: string;
  /** Called with the first fault that a check finds. */
  onFault: (fault: string) => void;
  log: Logger;
}

/** Starts a job that checks the whole file of the store. The larger the file, the longer the pauses between checks. */
export function startIntegrityChecks({ path, onFault, log }: Parts): Job {
  const { ino } = statSync(path);
  let nextAt = 0;

  async function run(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt < nextAt) return;
    // Does not check a file that replaced the original, since the write-ahead log beside it belongs to the original.
    if (statSync(path).ino !== ino) return;
    const fault = findFileFault(path);
    nextAt = performance.now() + (performance.now() - startedAt) * PAUSE_FACTOR;
    if (fault !== null) onFault(fault);
  }

  return startJob({ name: "store integrity", intervalMs: INTERVAL_MS, run, log, startsLater: true });
}
