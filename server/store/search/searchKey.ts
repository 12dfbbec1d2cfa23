/** Returns an article's search key: the minute of its date, then its id. So a range of dates is a range of keys. */
export function toSearchKey(sortedAt: string, id: number): number {
  return getFirstKey(sortedAt) + (id % IDS);
}

/** Number of possible ids: more than a store needs, but few enough for keys to be safe integers until the year 2225. */
const IDS = 2 ** 26;
const LAST_MINUTE = 2 ** 27 - 1;

export const LAST_KEY = (LAST_MINUTE + 1) * IDS - 1;

/** Mask that selects the id in a key. */
export const ID_MASK = IDS - 1;

/** Returns the lowest key of the minute in which an instant lies. */
export function getFirstKey(instant: string): number {
  return Math.min(Math.max(Math.floor(Date.parse(instant) / 60_000), 0), LAST_MINUTE) * IDS;
}

export function toArticleId(key: number): number {
  return key % IDS;
}

/** Returns the minutes between two keys. */
export function minutesBetween(earlier: number, later: number): number {
  return (later - earlier) / IDS;
}
