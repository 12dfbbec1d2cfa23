/**
 * Words a date for readers: "April 17, 2025" in the edition's time zone.
 *
 * Specification, section 3: en-US long format (month name, day, year); "Recent" if invalid.
 *
 * @param instant an ISO 8601 instant, or null where a feed gave none
 * @param timeZone an IANA time zone name
 */
export function displayDate(instant: string | null, timeZone: string): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "Recent";
  return longDate(timeZone).format(date);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a hundred times what using it does, and a page words a hundred dates. */
function longDate(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
    formats.set(timeZone, format);
  }
  return format;
}
