import { type Day, fromDayOfYear, fromIsoWeek, isValidDay, parseTime, type Time, toFullYear } from "./dateParts.ts";

/**
 * Parses ISO 8601 dates, such as 2003-12-31T10:14:55.123-08:00. Separators may differ, and trailing parts may be
 * missing. Returns null for other texts.
 */
export function parseIsoDate(text: string): (Day & Time) | null {
  const whole =
    /^(?:\p{L}[\p{L}-]{1,14}(?:[.,:]+ ?| ))?(\d{4})([-/.])0?(\d{1,2})[-/.] ?0?(\d{1,2})(?!\d)\.?(.*)$/u.exec(text) ??
    /^(\d{4})()(\d{2})(\d{2})(?!\d{1,3}$)(.*)$/.exec(text);
  if (whole) {
    const [, year, , month, day, rest = ""] = whole;
    const time = parseTime(rest);
    return time && { year: Number(year), month: Number(month), day: Number(day), ...time };
  }
  const weekDate = /^((?:19|20)\d\d)-?W(\d{2})(?:-?([1-7]))?(?!\d)(.*)$/i.exec(text);
  if (weekDate) {
    const [, year, week, day = "1", rest = ""] = weekDate;
    return withTime(fromIsoWeek(Number(year), Number(week), Number(day)), rest);
  }
  const ordinal = /^((?:19|20)\d\d)-?(\d{3})(?!\d)(.*)$/.exec(text) ?? /^(0\d)(\d{3})()$/.exec(text);
  if (ordinal) {
    const [, year = "", number, rest = ""] = ordinal;
    return withTime(fromDayOfYear(toFullYear(year), Number(number)), rest);
  }
  const part =
    /^(\d{4})[-/](\d{1,2})()$/.exec(text) ??
    // Four-digit numbers below 1800 or above 2199 are probably not years.
    /^((?:1[89]|2[01])\d\d)()()$/.exec(text) ??
    // Two-digit years need hyphens or a leading zero, to distinguish the date from other numbers.
    /^(\d{2})-(\d{2})-(\d{2})(?!\d)(.*)$/.exec(text) ??
    /^(0\d)(\d{2})(\d{2})$/.exec(text) ??
    /^-(\d{2})-?(\d{2})()$/.exec(text);
  if (!part) return null;
  const [, year = "", month, day, rest = ""] = part;
  const date = { year: toFullYear(year), month: Number(month || 1), day: Number(day || 1) };
  return isValidDay(date) ? withTime(date, rest) : null;
}

function withTime(day: Day | null, rest: string): (Day & Time) | null {
  const time = day && parseTime(rest);
  return day && time && { ...day, ...time };
}
