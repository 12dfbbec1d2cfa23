import { trimEndChars } from "../../../core/trim.ts";
import { parseKnownZone, parseZone, type Zone } from "./zones.ts";

/** A date in the Gregorian calendar. Months and days count from 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/**
 * Decides which number is the month. If both numbers can be months, slashes mean month first (American order); dots and
 * hyphens mean day first (European order).
 */
export function decideMonthAndDay(first: number, second: number, year: number, hasSlashes: boolean): Day {
  const isMonthFirst = second > 12 || (first <= 12 && hasSlashes);
  return isMonthFirst ? { year, month: first, day: second } : { year, month: second, day: first };
}

/** Returns the date of a day (1 is Monday) in an ISO week; null for a week outside 1 to 53. Week 1 has January 4. */
export function fromIsoWeek(year: number, week: number, day: number): Day | null {
  if (week < 1 || week > 53) return null;
  const weekdayOfJanuary4 = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7;
  return normalizeDate(year, 4 - weekdayOfJanuary4 + (week - 1) * 7 + day);
}

/** Returns the date of the nth day of a year; null for a day after the year's end. */
export function fromDayOfYear(year: number, number: number): Day | null {
  const date = normalizeDate(year, number);
  return date.year === year ? date : null;
}

function normalizeDate(year: number, dayOfYear: number): Day {
  const date = new Date(Date.UTC(year, 0, dayOfYear));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * Converts a year to four digits: 24 to 2024, 99 to 1999, and 124 to 2024, since some programming languages count from
 * 1900.
 */
export function toFullYear(year: string): number {
  const number = Number(year);
  if (year.length === 3 && number < 200) return number + 1900;
  if (year.length > 2) return number;
  return number + (number < 70 ? 2000 : 1900);
}

/** Returns true if the month has the day. February 29 is valid in every year. */
export function isValidDay({ month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();
}

export interface Time {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Undefined if the text names no zone. */
  zone: Zone | undefined;
}

export const MIDNIGHT: Time = { hour: 0, minute: 0, second: 0, millisecond: 0, zone: undefined };

/**
 * Parses the text after a date, such as "T10:14:55.123-08:00", " at 10:14 pm EST" or ""; returns null if the text is
 * not a time.
 */
export function parseTime(text: string): Time | null {
  if (text.trim() === "") return MIDNIGHT;
  const clock =
    /^(?:[ ,_-]|T(?![.,]? |\p{L})|\p{L}+[.,]? )*(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?![:\d])(.*)$/iu.exec(
      text,
    ) ??
    /^[T ]?(\d{2})(\d{2})(\d{2})(?:[.,]?(\d+))?(?!\d)(.*)$/i.exec(text) ??
    /^[T ]?(\d{2})(\d{2})()()(?!\d)(.*)$/i.exec(text) ??
    /^T(\d{1,2})()()()(?!\d)(.*)$/i.exec(text);
  // Only one letter, such as T, may stand directly before the digits: CDT16:09:54 is invalid.
  if (clock && !/^[^:]*\p{L}{2}\d/u.test(text)) return toTime(clock, clock[5] ?? "");
  const zone = parseKnownZone((/^ ?(Z|[+-]\d{2}:\d{2})$/i.exec(text) ?? /^ ([a-z]{3,5})$/i.exec(text))?.[1] ?? "");
  return zone === null ? null : { ...MIDNIGHT, zone };
}

/**
 * Creates a time from a match of hour, minute, second and fraction.
 *
 * @param tail text after the match: am or pm, and a zone
 * @returns null for any other `tail`
 */
export function toTime(clock: string[], tail: string): Time | null {
  const { dayPeriod, rest } = splitDayPeriod(tail);
  const zone = rest === "" ? undefined : parseZone(rest);
  if (zone === null) return null;
  let hour = Number(clock[1]);
  // Ignores the "AM" in "14:05 AM".
  if (dayPeriod && hour <= 12) hour = (hour % 12) + (dayPeriod === "p" ? 12 : 0);
  return {
    hour,
    minute: Number(clock[2] || 0),
    second: Number(clock[3] || 0),
    millisecond: Number((clock[4] || "0").slice(0, 3).padEnd(3, "0")),
    zone,
  };
}

/** Splits off "am" or "pm" if it is a whole word, unlike the "Am" in "America". */
function splitDayPeriod(text: string): { dayPeriod: string | undefined; rest: string } {
  const [mark = "", dayPeriod] = /^[ ,]*([ap])(?:\.? ?m)?(?![\p{L}/])\.?/iu.exec(text) ?? [];
  // A single capital letter is a military time zone.
  const isMark = mark !== "" && !/^ *[AP]$/.test(mark);
  return {
    dayPeriod: isMark ? dayPeriod?.toLowerCase() : undefined,
    rest: trimEndChars((isMark ? text.slice(mark.length) : text).replace(/^[ ,;]+/, ""), /[ ,;.]/),
  };
}
