import { parseDate } from "./parseDate.ts";

/** Days that programs write instead of a missing date: the days on which their calendars begin. */
const ZERO_DAYS = ["1601-01-01", "1899-12-30", "1900-01-01", "1970-01-01"].map((day) => Date.parse(`${day}T12:00:00Z`));
/** Longest time, in ms, from noon UTC of a day to the beginning or end of that day in any zone. */
const MAX_FROM_NOON_MS = 26 * 3_600_000;

/**
 * Returns the first date among an entry's texts, as an ISO 8601 instant; null if there is none. Skips zero dates, such
 * as dates in the year 1 or at the beginning of Unix time.
 */
export function parseEntryDate(texts: readonly string[]): string | null {
  for (const text of texts) {
    const date = parseDate(text);
    if (date !== null && !isZero(date)) return date;
  }
  return null;
}

function isZero(date: string): boolean {
  const ms = Date.parse(date);
  return date < "0002" || ZERO_DAYS.some((noon) => Math.abs(ms - noon) < MAX_FROM_NOON_MS);
}
