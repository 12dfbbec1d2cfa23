import type { Logger } from "pino";
import { type Job, startJob } from "./job.ts";

interface Parts {
  /** Latest instant known from before the start, in ms since 1970; null if there is none. */
  lastSeenAt: number | null;
  /** Makes due what waits for an instant of the old clock. Called again after an error. */
  onSetBack: () => Promise<void>;
  log: Logger;
}

const INTERVAL_MS = 1000;
/** Smallest step that counts. Clients of time servers correct less than this continuously. */
const MIN_STEP_MS = 1000;

/**
 * Starts comparing the clock with the monotonic one, since instants that are stored as due may be hours away after the clock
 * was set back. A step forward needs nothing: everything is due early, once.
 */
export function startClockWatch({ lastSeenAt, onSetBack, log }: Parts): Job {
  /** Time between the zeros of the two clocks. */
  let expectedMs = Math.max(lastSeenAt ?? 0, Date.now()) - performance.now();

  async function compare(): Promise<void> {
    const actualMs = Date.now() - performance.now();
    const stepMs = Math.round(expectedMs - actualMs);
    if (stepMs >= MIN_STEP_MS) {
      log.warn({ stepMs }, "clock was set back; what waits is tried now");
      await onSetBack();
    }
    expectedMs = actualMs;
  }
  return startJob({ name: "clock watch", intervalMs: INTERVAL_MS, run: compare, log });
}
