import type { Logger } from "pino";
import { type Job, startJob } from "./job.ts";

interface Parts {
  /** Time of the most recent poll of a feed or calendar, in ms since 1970; null before the first poll. */
  lastSeenAt: number | null;
  /** Makes pending work due now. Called after the clock was set back, and again a while later if the call fails. */
  onSetBack: () => Promise<void>;
  log: Logger;
}

const INTERVAL_MS = 1000;
/** Smallest step, in ms, that counts as a clock set back. NTP clients correct smaller offsets gradually. */
const MIN_STEP_MS = 1000;

/**
 * Starts comparing the system clock with the monotonic clock. After the system clock is set back, stored due times may
 * be hours away. A step forward needs no action: it makes work due early, but only once.
 */
export function startClockWatch({ lastSeenAt, onSetBack, log }: Parts): Job {
  /** Offset, in ms, of the system clock from the monotonic clock. */
  let expectedMs = Math.max(lastSeenAt ?? 0, Date.now()) - performance.now();

  async function compare(): Promise<void> {
    const actualMs = Date.now() - performance.now();
    const stepMs = Math.round(expectedMs - actualMs);
    if (stepMs >= MIN_STEP_MS) {
      log.warn({ stepMs }, "clock was set back; pending work is retried now");
      await onSetBack();
    }
    expectedMs = actualMs;
  }
  return startJob({ name: "clock watch", intervalMs: INTERVAL_MS, run: compare, log });
}
