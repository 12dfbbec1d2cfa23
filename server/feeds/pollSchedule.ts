import type { RequestedInterval } from "../../core/article.ts";
import { type Backoff, backoffMs } from "../../core/backoff.ts";

// All instants in this file are in ms since 1970.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Delays after failed polls: 1, 2, 4, 8… minutes, at most six hours. */
const FAILURE_BACKOFF: Backoff = { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS };

/** Average time, in ms, between the stories of a feed whose polling interval is exactly the edition's. */
const USUAL_GAP_MS = 3 * HOUR_MS;
/** Number of newest stories that determine a feed's polling interval. More would hide a change of publishing rate. */
const SAMPLE_SIZE = 5;
/** Smallest factor for the interval of a busy feed: 15 minutes become 5. */
const MIN_FRACTION = 1 / 3;
/** Longest interval, in minutes, for a feed that has stopped publishing. */
const MAX_MINUTES = 6 * 60;
/** Longest interval, in ms, that a publisher can request. A longer `max-age`, such as a year, must be a mistake. */
const MAX_INTERVAL_MS = DAY_MS;
/** Longest accepted `Retry-After`, in ms. Longer than `MAX_INTERVAL_MS`, since servers send this header on purpose. */
const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

/**
 * Returns the minutes between two polls of a healthy feed.
 *
 * @param everyMinutes the edition's interval. It applies to a feed that publishes about every three hours, or that has
 *   too few dates. Other feeds get a proportionally shorter or longer interval.
 * @param dates dates of the feed's stories, in any order
 */
export function getUsualIntervalMinutes(everyMinutes: number, dates: readonly number[], now: number): number {
  const newest = dates
    .filter((date) => date <= now)
    .sort((a, b) => b - a)
    .slice(0, SAMPLE_SIZE);
  const oldest = newest.at(-1);
  if (oldest === undefined || newest.length < 2) return everyMinutes;
  const gapMs = (now - oldest) / newest.length;
  const minutes = everyMinutes * Math.max(gapMs / USUAL_GAP_MS, MIN_FRACTION);
  return Math.min(minutes, Math.max(everyMinutes, MAX_MINUTES));
}

/**
 * Returns the time of the next poll: after the interval, or after the backoff if the last poll failed. Adds up to a
 * tenth of the delay at random, so that feeds do not stay due at the same time.
 *
 * @param random from 0 to 1
 */
export function getNextPoll(now: number, intervalMinutes: number, failures: number, random: number): number {
  const delayMs = failures === 0 ? intervalMinutes * MINUTE_MS : backoffMs(failures, FAILURE_BACKOFF);
  return now + Math.round(delayMs * (1 + random * 0.1));
}

/**
 * Returns the earliest time at which the publisher permits the next poll, according to `max-age` (RFC 9111, 5.2.2.1),
 * `Expires`, `ttl`, `sy:updatePeriod`, `skipHours` and `skipDays`.
 */
export function getEarliestPoll(
  now: number,
  headers: Readonly<Record<string, string>>,
  hints: RequestedInterval,
): number {
  const intervals = [
    getFreshnessMs(now, headers),
    (hints.ttlMinutes ?? 0) * MINUTE_MS,
    (hints.updateMinutes ?? 0) * MINUTE_MS,
  ];
  return skipQuietTimes(now + Math.min(Math.max(0, ...intervals), MAX_INTERVAL_MS), hints);
}

/**
 * Returns the time in a `Retry-After` header (RFC 9110, 10.2.3), at most seven days ahead; null if the header is
 * invalid.
 */
export function parseRetryAfter(now: number, header: string | undefined): number | null {
  if (header === undefined) return null;
  const until = /^\s*\d+\s*$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(until) ? null : Math.min(Math.max(until, now), now + MAX_RETRY_AFTER_MS);
}

/** Moves a time past `skipHours` and `skipDays`. Returns the time unchanged if these leave no time to poll. */
export function skipQuietTimes(time: number, { skipHours, skipDays }: RequestedInterval): number {
  if (new Set(skipHours).size >= 24 || new Set(skipDays).size >= 7) return time;
  let next = time;
  for (let steps = 0; steps < 8 * 24; steps++) {
    const date = new Date(next);
    if (!skipHours.includes(date.getUTCHours()) && !skipDays.includes(date.getUTCDay())) return next;
    next = (Math.floor(next / HOUR_MS) + 1) * HOUR_MS;
  }
  return time;
}

/** Returns the time, in ms, for which a response stays fresh: `max-age` minus `Age`, else `Expires` minus `Date`. */
function getFreshnessMs(now: number, headers: Readonly<Record<string, string>>): number {
  const control = headers["cache-control"] ?? "";
  if (/\b(no-cache|no-store)\b/i.test(control)) return 0;
  const maxAge = /\bmax-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  if (maxAge !== undefined) return Math.max(0, Number(maxAge) - Number(headers.age ?? 0) || 0) * 1000;
  const expires = Date.parse(headers.expires ?? "");
  if (Number.isNaN(expires)) return 0;
  const date = Date.parse(headers.date ?? "");
  return Math.max(0, expires - (Number.isNaN(date) ? now : date));
}
