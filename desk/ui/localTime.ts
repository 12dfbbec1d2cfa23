/** Formats an instant (ISO 8601) in a time zone as a value for `datetime-local` fields: "2026-11-26T06:30". */
export function toLocalTime(instant: string, timeZone: string): string {
  // The Swedish date format is that of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  return format.format(new Date(instant)).replace(" ", "T");
}

/** Returns the offset of a time zone at an instant, such as "-05:00". */
export function toOffset(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(new Date(instant)).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return name.replace("GMT", "") || "+00:00";
}

/**
 * Returns the name of a time zone: "Central Time" for "longGeneric"; "CST" or "CDT" for "short".
 *
 * @param instant decides between "CST" and "CDT" (ISO 8601); by default, the current time
 */
export function formatZone(
  timeZone: string,
  language: string,
  timeZoneName: "longGeneric" | "short",
  instant?: string,
): string {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName });
  const parts = format.formatToParts(instant === undefined ? new Date() : new Date(instant));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
