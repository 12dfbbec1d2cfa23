import { getServerTexts } from "./language/catalogs.ts";

/** Time zone and language tag of an edition. */
interface Locale {
  timeZone: string;
  language: string;
}

/** Formats an ISO 8601 instant as "April 17, 2025", and null or invalid text as "Recent" (specification, section 3). */
export function displayDate(instant: string | null, { timeZone, language }: Locale): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return getServerTexts(language).recent;
  const key = `${language} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone });
  formats.set(key, format);
  return format.format(date);
}

/** Date formats by language and time zone, cached since creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an ISO 8601 instant in newspaper style, in English as "7:30 p.m.", "7 p.m.", "noon" or "midnight". */
export function displayTime(instant: string, { timeZone, language }: Locale): string {
  const { hour, minute } = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return getServerTexts(language).time(hour, minute);
}
