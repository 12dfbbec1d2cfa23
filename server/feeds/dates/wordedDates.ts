import { type Day, decideMonthAndDay, MIDNIGHT, type Time, toFullYear, toTime } from "./dateParts.ts";
import { parseIsoDate } from "./isoDates.ts";
import { findMonth } from "./months.ts";
import { findZone, parseKnownZone } from "./zones.ts";

/** Words to ignore in dates. Words of one or two letters need no entry, since they are always ignored. */
const FILLERS = new Set(
  "the den del feira dia klo kell uhr año ano rok roku року года год posted published updated date alle fecha hrs hod και".split(
    " ",
  ),
);

const CLOCK = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?![:\d])/;

/**
 * Parses texts with a day, month, year and optional time, such as "Thu, 01 Jan 2004 19:48:21 GMT". Returns null for
 * other texts.
 */
export function parseWordedDate(text: string): (Day & Time) | null {
  const clock = CLOCK.exec(text);
  if (!clock) return parseWithoutTime(text);
  const before = text.slice(0, clock.index).replace(/(?<=\d)T$/i, " ");
  const after = text.slice(clock.index + clock[0].length);
  if (/[\p{L}:+]$/u.test(before)) return null;
  return /\d/.test(before) ? parseDayFirst(before, clock, after) : parseTimeFirst(clock, after);
}

function parseWithoutTime(text: string): (Day & Time) | null {
  if (text.includes(":") && !/^\p{L}+: [^:]*$/u.test(text)) return null;
  const [, date = "", zoneText = ""] = /^(.*\d),? ([+-]\d{2}:?\d{2}|[a-z]{1,5})$/i.exec(text) ?? [];
  const zone = parseKnownZone(zoneText);
  const day = (zone === null ? null : parseDay(date)) ?? parseDay(text);
  return day && { ...MIDNIGHT, ...day, zone: zone ?? undefined };
}

function parseDayFirst(before: string, clock: string[], after: string): (Day & Time) | null {
  // C's asctime puts the year after the time. A zone can be before the time, after the time or, as in Git, after the
  // year.
  const [, tail = after, year = "", lateZone = ""] = /^(|.*[\s,])(\d{4})( [+-]\d{2}:?\d{2})?$/.exec(after) ?? [];
  const hasYear = year !== "" && !/[+-] ?$/.test(tail);
  const lateYear = hasYear ? year : "";
  // A zone before the time must be in capitals, unlike words such as "at".
  const zoneText = / ([A-Z]{3,5}) $/.exec(before)?.[1] ?? "";
  const zone = findZone(zoneText);
  const day =
    (zone === null ? null : parseDay(before.slice(0, -zoneText.length - 1), lateYear)) ?? parseDay(before, lateYear);
  const time = day && toTime(clock, hasYear ? tail + lateZone : after);
  return day && time && { ...day, ...time, zone: time.zone ?? zone ?? undefined };
}

/** Parses a date after a time, with an optional zone between them. Returns null for other texts. */
function parseTimeFirst(clock: string[], after: string): (Day & Time) | null {
  const [, dayPeriod = "", tail = ""] = /^((?:[ ,]*[ap]\.? ?m\b\.?)?)(.*)$/i.exec(after) ?? ["", "", after];
  const [, zoneText = "", rest = ""] =
    /^[ ,]*((?:[a-z]{1,5} ?)?[+-]\d{1,2}:?(?:\d{2})?|[a-z]+\/[a-z_/]+|[a-z]{1,5})\b(?!\.)(.*)$/i.exec(tail) ?? [];
  const zone = parseKnownZone(zoneText);
  const date = (zone === null ? tail : rest).replace(/^[ ,.;-]+/, "");
  const time = toTime(clock, dayPeriod);
  // Tries `tail`, too, since `zoneText` may be a month or a filler word, such as "mart" or "at".
  const day = parseDay(date) ?? parseDay(tail) ?? parseIsoDate(date);
  return day && time && { ...time, year: day.year, month: day.month, day: day.day, zone: zone ?? undefined };
}

function parseDay(text: string, lateYear = ""): Day | null {
  const numeric = /^(?:\p{L}[\p{L}-]*[., ]+){0,2}(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?![\d./])\D*$/u.exec(
    text,
  );
  if (numeric) {
    const [, first = "", sign = "", second = "", year = ""] = numeric;
    // A text that contains nothing but "1.2.34", for example, is a version number.
    if (year.length === 2 && sign === "." && text.trim().length < 8 && !/ $/.test(text)) return null;
    return decideMonthAndDay(Number(first), Number(second), toFullYear(year), sign === "/");
  }
  // Three numbers with spaces are a date only after a weekday.
  const spaced = /^\p{L}{2,}[., ]+(\d{1,2}) (\d{1,2}) (\d{4}) ?$/u.exec(text);
  if (spaced) return decideMonthAndDay(Number(spaced[1]), Number(spaced[2]), Number(spaced[3]), false);
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const isNumber = (word: string | undefined) => word !== undefined && /^\d/.test(word);
  const relevant = words.filter((word) => isNumber(word) || (word.length > 2 && !FILLERS.has(word)));
  const numbers = [...relevant.filter(isNumber), ...(lateYear ? [lateYear] : [])];
  if (numbers.length !== 2) return null;
  // A weekday can look like a month (French "mar."). The month is the name with the most adjacent numbers; of several
  // such names, the last.
  let month = 0;
  let maxAdjacent = -1;
  let unknownWords = 0;
  relevant.forEach((word, index) => {
    if (isNumber(word)) return;
    const found = findMonth(word);
    if (!found) unknownWords += 1;
    const adjacentNumbers = Number(isNumber(relevant[index - 1])) + Number(isNumber(relevant[index + 1]));
    if (found && adjacentNumbers >= maxAdjacent) {
      month = found;
      maxAdjacent = adjacentNumbers;
    }
  });
  // One unknown word may be a weekday. A text with several unknown words is a sentence.
  if (!month || unknownWords > 1) return null;
  const [first = "", second = ""] = numbers;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  if (day.length > 2 || year.length < 2 || year.length > 4) return null;
  return { year: toFullYear(year), month, day: Number(day) };
}
