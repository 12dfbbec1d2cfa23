import type { Rhythm } from "../../core/article.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long a publisher's word is believed. A whole site's `max-age` of a year, put on its feed by mistake, would else
 * silence it for that year.
 */
const LONGEST_WISH = DAY;
/** Servers that ask for patience mean it: theirs is believed for longer. */
const LONGEST_PATIENCE = 7 * DAY;

/**
 * The earliest moment at which a feed wants to be asked again: never sooner than `max-age` (RFC 9111, 5.2.2.1) or
 * `Expires`, the feed's `ttl` and `sy:updatePeriod`, nor in its `skipHours` and `skipDays`.
 *
 * @param now milliseconds since 1970
 * @param headers those of the answer, names in lower case
 * @returns milliseconds since 1970; `now` where nothing is wished
 */
export function earliestWish(now: number, headers: Readonly<Record<string, string>>, rhythm: Rhythm): number {
  const waits = [freshness(now, headers), (rhythm.ttlMinutes ?? 0) * MINUTE, (rhythm.updateMinutes ?? 0) * MINUTE].map(
    (wait) => Math.min(wait, LONGEST_WISH),
  );
  return afterSkipped(now + Math.max(0, ...waits), rhythm);
}

/**
 * Until when a server asks to be left alone, by `Retry-After` in seconds or as a date (RFC 9110, 10.2.3).
 *
 * @returns milliseconds since 1970; null where it does not say
 */
export function retryAfter(now: number, header: string | undefined): number | null {
  if (header === undefined) return null;
  const until = /^\s*\d+\s*$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isNaN(until) ? null : Math.min(Math.max(until, now), now + LONGEST_PATIENCE);
}

/** The next moment that is in none of the hours and days to be skipped. A feed that skips all of them skips none. */
export function afterSkipped(moment: number, { skipHours, skipDays }: Rhythm): number {
  if (new Set(skipHours).size >= 24 || new Set(skipDays).size >= 7) return moment;
  let next = moment;
  for (let steps = 0; steps < 8 * 24; steps++) {
    const date = new Date(next);
    if (!skipHours.includes(date.getUTCHours()) && !skipDays.includes(date.getUTCDay())) return next;
    next = (Math.floor(next / HOUR) + 1) * HOUR;
  }
  return moment;
}

/** How much longer the answer is fresh, in milliseconds. What it spent in caches on its way is part of its age. */
function freshness(now: number, headers: Readonly<Record<string, string>>): number {
  const control = headers["cache-control"] ?? "";
  if (/\b(no-cache|no-store)\b/i.test(control)) return 0;
  const maxAge = /\bmax-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  if (maxAge !== undefined) return Math.max(0, Number(maxAge) - Number(headers.age ?? 0) || 0) * 1000;
  const expires = Date.parse(headers.expires ?? "");
  if (Number.isNaN(expires)) return 0;
  const date = Date.parse(headers.date ?? "");
  return Math.max(0, expires - (Number.isNaN(date) ? now : date));
}
