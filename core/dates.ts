/** Formats an ISO 8601 instant as "April 17, 2025", null or an invalid one as "Recent" (specification, section 3). */
export function displayDate(instant: string | null, timeZone: string): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "Recent";
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
  formats.set(timeZone, format);
  return format.format(date);
}

/** Date formats by time zone, cached since creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
