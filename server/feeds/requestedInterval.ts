import type { RequestedInterval } from "../../core/article.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Longest interval that a publisher can request. A `max-age` of a year, set for a whole site, is a mistake on a feed. */
const MAX_INTERVAL_MS = DAY_MS;
/** Longest accepted `Retry-After`. Servers that send one mean it. */
const MAX_RETRY_AFTER_MS = 7 * DAY_MS;

/**
 * Returns the earliest time at which the publisher wants the feed to be polled again, in ms since 1970: after `max-age`
 * (RFC 9111, 5.2.2.1) or `Expires`, `ttl` and `sy:updatePeriod`, and outside `skipHours` and `skipDays`.
 *
 * @param now ms since 1970
 * @param headers of the response, names in lower case
 */
export function earliestPoll(now: number, headers: Readonly<Record<string, string>>, hints: RequestedInterval): number {
  const intervals = [
    getFreshnessMs(now, headers),
    (hints.ttlMinutes ?? 0) * MINUTE_MS,
    (hints.updateMinutes ?? 0) * MINUTE_MS,
  ];
  return skipQuietTimes(now + Math.min(Math.max(0, ...intervals), MAX_INTERVAL_MS), hints);
}

/**
 * Parses a `Retry-After` header, seconds or a date (RFC 9110, 10.2.3).
 *
 * @returns ms since 1970, at most seven days ahead; null if there is no valid header
 */
export function parseRetryAfter(now: number, header: string | undefined): number | null {
  if (header === undefined) return null;
  const until = /^\s*\d+\s*$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(until) ? null : Math.min(Math.max(until, now), now + MAX_RETRY_AFTER_MS);
}

/** Moves a time (ms since 1970) past the feed's `skipHours` and `skipDays`. Ignores a feed that skips all of them. */
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

/** Returns how much longer the response is fresh, in ms. Time that it spent in caches counts as age. */
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
