import type { Logger } from "pino";
import { startJob } from "../jobs/job.ts";
import { findClockRecord, MAX_CLOCK_ERROR_MS, recordClock } from "../store/clock.ts";
import type { Database } from "../store/schema/schema.ts";

export type ClockGuard = Awaited<ReturnType<typeof startClockGuard>>;

interface Parts {
  database: Database;
  log: Logger;
  /** Returns ms since 1970. */
  now?: () => number;
  /** Returns a monotonic time in ms. */
  monotonicNow?: () => number;
}

const HOUR_MS = 60 * 60_000;
const INTERVAL_MS = 5000;
const RECORD_INTERVAL_MS = 60_000;
/** Maximum downtime, in ms, between two runs of the server. A longer gap may be a clock jump. */
const MAX_DOWNTIME_MS = 6 * HOUR_MS;
/** Time, in ms, for which a clock that jumped must run steadily before it is trusted again. */
const PROBATION_MS = HOUR_MS;

/** Times of the trusted clock and of the monotonic clock at one moment. The expected time is computed from both. */
interface Reference {
  wallMs: number;
  monotonicMs: number;
  /**
   * Tolerance, in ms, for a clock that is ahead of the expected time. At the server's start, it allows for downtime of
   * unknown length.
   */
  slackMs: number;
}

/**
 * Starts watching the system clock. Records its time in the store every minute; `isClockTrusted` compares the clock
 * with that record. After a jump, records nothing until the clock agrees with the record again, until an operator or
 * another server records the clock's time, or until an hour has passed without another jump. Resolves after the first
 * comparison, so that later jobs find a record.
 */
export async function startClockGuard({
  database,
  log,
  now = Date.now,
  monotonicNow = () => performance.now(),
}: Parts) {
  let recorded = await findClockRecord(database);
  let reference: Reference | null =
    recorded === null ? null : { wallMs: recorded, monotonicMs: monotonicNow(), slackMs: MAX_DOWNTIME_MS };
  let offsetMs = now() - monotonicNow();
  /**
   * Null while the clock is trusted. `aheadMs` is the time by which the clock is ahead of the expected time. One hour
   * after `sinceMs`, the clock is trusted again.
   */
  let jump: { aheadMs: number; sinceMs: number } | null = null;

  function getAheadMs(at: number): number {
    return reference ? at - (reference.wallMs + monotonicNow() - reference.monotonicMs) : 0;
  }

  async function compare(): Promise<void> {
    const at = now();
    const stepMs = at - monotonicNow() - offsetMs;
    const latest = await findClockRecord(database);
    const isNewRecord = latest !== recorded;
    recorded = latest;
    // A time that another server or an operator has recorded since the last comparison is the best reference.
    if (isNewRecord && latest !== null) reference = { wallMs: latest, monotonicMs: monotonicNow(), slackMs: 0 };
    offsetMs += stepMs;
    const aheadMs = getAheadMs(at);
    const agrees = aheadMs >= -MAX_CLOCK_ERROR_MS && aheadMs <= MAX_CLOCK_ERROR_MS + (reference?.slackMs ?? 0);
    if (agrees) trust("agrees with the last recorded time");
    else if (jump === null || Math.abs(stepMs) > MAX_CLOCK_ERROR_MS) distrust(aheadMs);
    // Another server has recorded a different time, so the hour until the clock is trusted begins again.
    else if (isNewRecord) jump = { aheadMs, sinceMs: monotonicNow() };
    else if (monotonicNow() - jump.sinceMs >= PROBATION_MS) trust("has stayed for an hour");
    if (jump === null) await record(at);
  }

  function distrust(aheadMs: number): void {
    jump = { aheadMs, sinceMs: monotonicNow() };
    log.error(
      { aheadMs, recordedAt: recorded === null ? null : new Date(recorded).toISOString() },
      "clock jumped: deletions, schedules and briefings wait for an hour; correct it, or run npx broadsheet clock trust",
    );
  }

  function trust(reason: string): void {
    if (jump !== null) log.warn({ reason }, "clock is trusted again");
    jump = null;
  }

  async function record(at: number): Promise<void> {
    if (recorded === null || Math.abs(at - recorded) >= RECORD_INTERVAL_MS) {
      await recordClock(database, at);
      recorded = at;
    }
    reference = { wallMs: at, monotonicMs: monotonicNow(), slackMs: 0 };
  }

  // An error, for example from a full disk, must not prevent the start; the job repeats the comparison.
  await compare().catch((error) => log.error({ err: error }, "clock not compared"));
  const job = startJob({ name: "clock", intervalMs: INTERVAL_MS, run: compare, log, startsLater: true });
  return {
    /** Returns the result for /readyz. */
    check() {
      if (jump === null) return { ok: true, detail: "as expected" };
      const { aheadMs, sinceMs } = jump;
      const waitMs = Math.max(0, PROBATION_MS - (monotonicNow() - sinceMs));
      return {
        ok: false,
        detail: `${formatSpan(aheadMs)} since the last recorded time: deletions, schedules and briefings wait for ${Math.ceil(waitMs / 60_000)} min, or until npx broadsheet clock trust`,
      };
    },
    stop: job.stop,
  };
}

/** Formats a difference, such as "jumped 400 days ahead". */
function formatSpan(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const span = minutes >= 2 * 24 * 60 ? `${Math.round(minutes / 24 / 60)} days` : `${minutes} min`;
  return `jumped ${span} ${aheadMs < 0 ? "back" : "ahead"}`;
}
