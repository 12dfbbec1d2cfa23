/** Matches an RFC 3339 time, with or without seconds and with or without the colon of the offset. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;
/** Maximum length of a time, in characters. Longer texts are rejected before the pattern reads them. */
const MAX_LENGTH = 40;

/**
 * Converts a time to the form of all stored instants, such as 2026-11-23T12:30:00.000Z. Stored instants are compared as
 * texts, so years need four digits. Returns null for a time without an offset, in another notation, or in a year
 * outside of 1 to 9999.
 */
export function parseInstant(time: string): string | null {
  if (time.length > MAX_LENGTH || !TIME.test(time)) return null;
  return toInstant(Date.parse(time.toUpperCase().replace(",", ".")));
}

/** Returns the stored form of a time in ms since 1970; null for a year outside of 1 to 9999. */
export function toInstant(ms: number): string | null {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : null;
}
