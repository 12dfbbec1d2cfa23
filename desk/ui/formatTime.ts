import { useEdition } from "../me/useEdition.ts";
import { getLanguage } from "../texts/texts.ts";

/** Conventions for times: the edition's time zone, and the language of the desk. */
export interface Place {
  timeZone: string;
  language: string;
}

/** Months as American newspapers abbreviate them. */
const MONTHS = "Jan.,Feb.,March,April,May,June,July,Aug.,Sept.,Oct.,Nov.,Dec.".split(",");

/** Formatters by their options. Creating a formatter takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an ISO 8601 instant as a time: in English as newspapers do, "2:02 p.m."; in other languages as Intl does. */
export function formatTime(instant: string, place: Place): string {
  const time = getFormat(place, { timeStyle: "short" }).format(new Date(instant));
  if (!isEnglish(place)) return time;
  return time.replace(/\s?AM$/, "\u00a0a.m.").replace(/\s?PM$/, "\u00a0p.m.");
}

/**
 * Formats an instant as a date and a time: "Nov. 26, 2:02 p.m." Leaves out the date on the day of `now`, and the year
 * in the year of `now`.
 *
 * @param now ISO 8601
 */
export function formatMoment(instant: string, place: Place, now = new Date().toISOString()): string {
  const [day, today] = [toParts(instant, place), toParts(now, place)];
  const time = formatTime(instant, place);
  if (day.year === today.year && day.month === today.month && day.day === today.day) return time;
  return `${formatDay(instant, day, place, day.year === today.year)}, ${time}`;
}

/** Returns a function that formats an instant in the time zone of the edition and the language of the desk. */
export function useMoment(): (instant: string) => string {
  const { timeZone } = useEdition();
  return (instant) => formatMoment(instant, { timeZone, language: getLanguage() });
}

function formatDay(instant: string, { year, month, day }: DayParts, place: Place, isThisYear: boolean): string {
  if (isEnglish(place)) return `${MONTHS[month - 1]} ${day}${isThisYear ? "" : `, ${year}`}`;
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  return getFormat(place, isThisYear ? options : { ...options, year: "numeric" }).format(new Date(instant));
}

interface DayParts {
  year: number;
  month: number;
  day: number;
}

function toParts(instant: string, { timeZone }: Place): DayParts {
  const format = getFormat({ timeZone, language: "en" }, { year: "numeric", month: "numeric", day: "numeric" });
  const parts = format.formatToParts(new Date(instant));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read("year"), month: read("month"), day: read("day") };
}

function getFormat({ language, timeZone }: Place, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
  formats.set(key, format);
  return format;
}

function isEnglish({ language }: Place): boolean {
  return language.startsWith("en");
}
