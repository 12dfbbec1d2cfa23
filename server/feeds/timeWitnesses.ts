import { isClockTrusted, MAX_CLOCK_ERROR_MS, recordClock } from "../store/clock.ts";
import type { Database } from "../store/schema/schema.ts";

/** Minimum number of hosts that must agree with this machine's clock before the clock is trusted. */
const MIN_HOSTS = 2;
/** Shortest interval, in ms, between two comparisons of the clock with the store's record. */
const INTERVAL_MS = 60_000;

/**
 * Creates a function that compares this machine's clock with the `Date` of a response (RFC 9110, section 6.6.1). The
 * function records the time in the store as trusted once most hosts, and at least two, agree with the clock. Without
 * this record, a server that was down for days would distrust its clock for an hour.
 */
export function createTimeWitnesses(database: Database, now: () => number) {
  /** Hosts that responded since `comparedAt`; true if the host's clock agrees with this machine's clock. */
  const hosts = new Map<string, boolean>();
  let comparedAt = Number.NEGATIVE_INFINITY;
  return async (url: string, { date = "", age = "0" }: Record<string, string>): Promise<void> => {
    // A cache sends the `Date` of the original response, and the seconds since then as `Age`.
    const at = Date.parse(date) + Number(age) * 1000;
    if (Number.isNaN(at)) return;
    hosts.set(new URL(url).hostname, Math.abs(at - now()) <= MAX_CLOCK_ERROR_MS);
    const agreeing = hosts.values().filter(Boolean).toArray().length;
    if (agreeing < MIN_HOSTS || agreeing <= hosts.size - agreeing) return;
    if (Math.abs(now() - comparedAt) < INTERVAL_MS) return;
    comparedAt = now();
    hosts.clear();
    if (!(await isClockTrusted(database, now()))) await recordClock(database, now());
  };
}
