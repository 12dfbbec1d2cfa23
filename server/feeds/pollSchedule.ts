import { type Backoff, backoffMs } from "../../core/backoff.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delays after failed polls: 1, 2, 4, 8… minutes, at most six hours. */
const FAILURE_BACKOFF: Backoff = { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS };

/** A feed with one new story in this time is polled at its edition's own interval. */
const USUAL_GAP_MS = 3 * HOUR_MS;
/** Newest stories from which the interval is computed, so that it follows how the feed publishes today. */
const SAMPLE_SIZE = 5;
/** Shortest interval, as a fraction of the edition's: 5 minutes instead of 15 for a feed that publishes hourly. */
const MIN_FRACTION = 1 / 3;
/** Longest interval, in minutes, for a feed that has stopped publishing. */
const MAX_MINUTES = 6 * 60;

/**
 * Returns the minutes between two polls of a healthy feed, by how often it publishes.
 *
 * @param everyMinutes the edition's interval, for a feed that publishes every three hours
 * @param dates publication dates of its stories, in ms since 1970, in any order
 * @param now ms since 1970
 */
export function usualInterval(everyMinutes: number, dates: readonly number[], now: number): number {
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
 * Returns the time of the next poll, in ms since 1970: after the feed's interval, or after its backoff if the last poll
 * failed. Up to a tenth is added, so that feeds that were first polled together drift apart.
 *
 * @param now ms since 1970
 * @param intervalMinutes the feed's own interval
 * @param failures failed polls since the last success
 * @param random from 0 to 1
 */
export function nextPoll(now: number, intervalMinutes: number, failures: number, random: number): number {
  const delayMs = failures === 0 ? intervalMinutes * MINUTE_MS : backoffMs(failures, FAILURE_BACKOFF);
  return now + Math.round(delayMs * (1 + random * 0.1));
}
