import { countDay, type Day, fullYear, isDay, readWeek } from "./days.ts";
import { readTime, type Time } from "./times.ts";

/** 2003-12-31T10:14:55.123-08:00, with other signs between, and down to the year alone. */
export function readIso(text: string): (Day & Time) | null {
  const whole =
    /^(?:\p{L}[\p{L}-]{1,14}(?:[.,:]+ ?| ))?(\d{4})([-/.])0?(\d{1,2})[-/.] ?0?(\d{1,2})(?!\d)\.?(.*)$/u.exec(text) ??
    /^(\d{4})()(\d{2})(\d{2})(?!\d{1,3}$)(.*)$/.exec(text);
  if (whole) {
    const [, year, , month, day, rest = ""] = whole;
    const time = readTime(rest);
    return time && { year: Number(year), month: Number(month), day: Number(day), ...time };
  }
  const week = /^((?:19|20)\d\d)-?W(\d{2})(?:-?([1-7]))?(?!\d)(.*)$/i.exec(text);
  if (week) {
    const [, year, number, day = "1", rest = ""] = week;
    return join(readWeek(Number(year), Number(number), Number(day)), rest);
  }
  const ordinal = /^((?:19|20)\d\d)-?(\d{3})(?!\d)(.*)$/.exec(text) ?? /^(0\d)(\d{3})()$/.exec(text);
  if (ordinal) {
    const [, year = "", number, rest = ""] = ordinal;
    return join(countDay(fullYear(year), Number(number)), rest);
  }
  const part =
    /^(\d{4})[-/](\d{1,2})()$/.exec(text) ??
    // A number that is no year is likelier a count of something.
    /^((?:1[89]|2[01])\d\d)()()$/.exec(text) ??
    // Two digits for the year: with hyphens, or with a zero before, since a count has none.
    /^(\d{2})-(\d{2})-(\d{2})(?!\d)(.*)$/.exec(text) ??
    /^(0\d)(\d{2})(\d{2})$/.exec(text) ??
    /^-(\d{2})-?(\d{2})()$/.exec(text);
  if (!part) return null;
  const [, year = "", month, day, rest = ""] = part;
  const found = { year: fullYear(year), month: Number(month || 1), day: Number(day || 1) };
  return isDay(found) ? join(found, rest) : null;
}

function join(day: Day | null, rest: string): (Day & Time) | null {
  const time = day && readTime(rest);
  return day && time && { ...day, ...time };
}
