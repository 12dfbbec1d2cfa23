/**
 * The search index knows an article by one number that sorts as its date does: the minute of its publication, then its id.
 * A range of dates is a range of numbers, and the newest of what a word finds stand at the end of its list.
 */

/** More articles than a store will ever have; with it, minutes to the year 2225 fit into what a number holds exactly. */
const IDS = 2 ** 26;
const LAST_MINUTE = 2 ** 27 - 1;

export function searchKey(sortedAt: string, id: number): number {
  return minuteOf(sortedAt) * IDS + (id % IDS);
}

export const LAST_KEY = (LAST_MINUTE + 1) * IDS - 1;

/** No article has it. */
export const LAST_ID = IDS - 1;

export function idOfKey(key: number): number {
  return key % IDS;
}

/** The first key of an instant's minute. */
export function firstKeyOf(instant: string): number {
  return minuteOf(instant) * IDS;
}

/** The last key of an instant's minute, which no article has. */
export function lastKeyOf(instant: string): number {
  return firstKeyOf(instant) + LAST_ID;
}

function minuteOf(instant: string): number {
  return Math.min(Math.max(Math.floor(Date.parse(instant) / 60_000), 0), LAST_MINUTE);
}
