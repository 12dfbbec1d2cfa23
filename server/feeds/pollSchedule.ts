const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LONGEST_BACK_OFF = 6 * HOUR;

/** A feed that brings a story every three hours is asked at its edition's own interval. */
const USUAL_GAP = 3 * HOUR;
/** The newest stories tell how a feed publishes today. */
const TELLING = 5;
/** With the usual interval of 15 minutes: 5 for a feed that publishes hourly. */
const SHORTEST = 1 / 3;
/** A feed that sleeps is asked this often all the same. */
const LONGEST_MINUTES = 6 * 60;

/**
 * How many minutes lie between two polls of a healthy feed, by how often it brings stories.
 *
 * @param everyMinutes the edition's interval, for a feed that brings a story every three hours
 * @param dates when its stories were published, milliseconds since 1970, in any order
 * @param now milliseconds since 1970
 */
export function usualInterval(everyMinutes: number, dates: readonly number[], now: number): number {
  const newest = dates
    .filter((date) => date <= now)
    .sort((a, b) => b - a)
    .slice(0, TELLING);
  const oldest = newest.at(-1);
  if (oldest === undefined || newest.length < 2) return everyMinutes;
  const gap = (now - oldest) / newest.length;
  const minutes = everyMinutes * Math.max(gap / USUAL_GAP, SHORTEST);
  return Math.min(minutes, Math.max(everyMinutes, LONGEST_MINUTES));
}

/**
 * When a feed is asked again: after a success, after its interval; after failures 1, 2, 4, 8… minutes later, at most six
 * hours. It never gives up. A tenth more keeps feeds that started together from staying together.
 *
 * @param now milliseconds since 1970
 * @param intervalMinutes the feed's own interval
 * @param failures how many polls failed since the last success
 * @param random a number from 0 to 1
 * @returns milliseconds since 1970
 */
export function nextPoll(now: number, intervalMinutes: number, failures: number, random: number): number {
  const wait = failures === 0 ? intervalMinutes * MINUTE : backOff(failures);
  return now + Math.round(wait * (1 + random * 0.1));
}

/** How long something that failed so often in a row is left alone: 1, 2, 4, 8… minutes, at most six hours. */
export function backOff(failures: number): number {
  return Math.min(2 ** Math.min(failures - 1, 20) * MINUTE, LONGEST_BACK_OFF);
}

/** How long a feed that answers 410 Gone is left alone. */
export const GONE_WAIT = 24 * HOUR;

/** How long an answer's validators are trusted: a server that lies about what changed is found out within a day. */
export const VALIDATORS_LIFE = 24 * HOUR;

/** A permanent redirect is taken up after so many agreeing answers, the first at least so long ago. */
export const MOVES_TO_BELIEVE = 5;
export const MOVE_AGE_TO_BELIEVE = 24 * HOUR;
