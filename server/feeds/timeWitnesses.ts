import { isClockTrusted, MAX_CLOCK_ERROR_MS, recordClock } from "../store/clock.ts";
import type { Database } from "../store/schema/schema.ts";

/** Hosts that must give the same time as this machine for its clock to be trusted. */
const MIN_HOSTS = 2;
/** Shortest interval, in ms, between two comparisons with the store's record. */
const INTERVAL_MS = 60_000;

/**
 * Compares the clock with the `Date` of responses (RFC 9110, section 6.6.1). Once at least two hosts, and the majority
 * of hosts, confirm the time, records it in the store as trusted. A start after days of downtime then need not wait for
 * an hour.
 */
export function createTimeWitnesses(database: Database, now: () => number) {
  /** Hosts that responded since hosts last confirmed the time; true for hosts whose clock agrees with this machine's. */
  const hosts = new Map<string, boolean>();
  let comparedAt = Number.NEGATIVE_INFINITY;
  return async (url: string, { date = "", age = "0" }: Record<string, string>): Promise<void> => {
    // A cache in front of the host responds with the date of its copy.
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
