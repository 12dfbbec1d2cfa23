import { getServerTexts } from "./language/catalogs.ts";

/** Formats an ISO 8601 instant in newspaper style, in English as "7:30 p.m.", "7 p.m.", "noon" or "midnight". */
export function displayTime(instant: string, { timeZone, language }: { timeZone: string; language: string }): string {
  const { hour, minute } = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return getServerTexts(language).time(hour, minute);
}
