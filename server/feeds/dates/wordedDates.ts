import { type Day, fullYear, orderDay } from "./days.ts";
import { readIso } from "./isoDates.ts";
import { findMonth } from "./months.ts";
import { MIDNIGHT, readClock, type Time } from "./times.ts";
import { findZone, readZone } from "./zones.ts";

/** Words that stand in dates beside weekdays and months; those of one or two letters need no mention. */
const FILLERS = new Set(
  "the den del feira dia klo kell uhr año ano rok roku року года год posted published updated date alle fecha hrs hod και".split(
    " ",
  ),
);

const CLOCK = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?![:\d])/;

/** Thu, 01 Jan 2004 19:48:21 GMT, and whatever has a day, a month by name or number, a year, and perhaps a time. */
export function readWords(text: string): (Day & Time) | null {
  const clock = CLOCK.exec(text);
  if (!clock) {
    if (text.includes(":") && !/^\p{L}+: [^:]*$/u.test(text)) return null;
    const late = /^(.*\d),? ([+-]\d{2}:?\d{2}|[a-z]{1,5})$/i.exec(text);
    const zone = late?.[2] ? (/\d/.test(late[2]) ? readZone(late[2]) : findZone(late[2])) : null;
    const day = (zone !== null && late?.[1] ? readDay(late[1]) : null) ?? readDay(text);
    return day && { ...MIDNIGHT, ...day, zone: zone ?? undefined };
  }
  const before = text.slice(0, clock.index).replace(/(?<=\d)T$/i, " ");
  const after = text.slice(clock.index + clock[0].length);
  if (/[\p{L}:+]$/u.test(before)) return null;
  if (/\d/.test(before)) {
    // asctime has the year after the clock; a zone may stand on either side of it.
    const [, tail = after, year = ""] = /^(|.*[\s,])(\d{4})$/.exec(after) ?? [];
    const hasYear = year !== "" && !/[+-] ?$/.test(tail);
    // Where the zone comes before the clock it is told from "at" by its capitals.
    const early = / ([A-Z]{3,5}) $/.exec(before)?.[1];
    const zone = early ? findZone(early) : null;
    const day =
      (zone !== null && early ? readDay(before.slice(0, -early.length - 1), hasYear ? year : "") : null) ??
      readDay(before, hasYear ? year : "");
    const time = day && readClock(clock, hasYear ? tail : after);
    return day && time && { ...day, ...time, zone: time.zone ?? zone ?? undefined };
  }
  // The clock comes first, and the day behind it and its zone.
  const tail = /^((?:[ ,]*[ap]\.? ?m\b\.?)?)(.*)$/i.exec(after) ?? ["", "", after];
  const [, name = "", rest = ""] =
    /^[ ,]*((?:[a-z]{1,5} ?)?[+-]\d{1,2}:?(?:\d{2})?|[a-z]+\/[a-z_/]+|[a-z]{1,5})\b(?!\.)(.*)$/i.exec(tail[2] ?? "") ??
    [];
  const zone = name ? (/\d/.test(name) ? readZone(name) : findZone(name)) : null;
  const days = (zone === null ? (tail[2] ?? "") : rest).replace(/^[ ,.;-]+/, "");
  const time = readClock(clock, tail[1] ?? "");
  // Once more, for a month or a filler ("mart", "at") that looked like a zone.
  const day = readDay(days) ?? readDay(tail[2] ?? "") ?? readIso(days);
  return day && time && { ...time, ...pickDay(day), zone: zone ?? undefined };
}

function pickDay({ year, month, day }: Day): Day {
  return { year, month, day };
}

function readDay(text: string, lateYear = ""): Day | null {
  const numeric = /^(?:\p{L}[\p{L}-]*[., ]+){0,2}(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?![\d./])\D*$/u.exec(
    text,
  );
  if (numeric) {
    const [, first = "", sign = "", second = "", year = ""] = numeric;
    // 1.2.34 alone is the number of a version.
    if (year.length === 2 && sign === "." && text.trim().length < 8 && !/ $/.test(text)) return null;
    return orderDay(Number(first), Number(second), fullYear(year), sign === "/");
  }
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const isNumber = (word: string | undefined) => word !== undefined && /^\d/.test(word);
  const telling = words.filter((word) => isNumber(word) || (word.length > 2 && !FILLERS.has(word)));
  const numbers = [...telling.filter(isNumber), ...(lateYear ? [lateYear] : [])];
  if (numbers.length !== 2) return null;
  // A weekday may look like a month ("mar." is Tuesday in French, "Paz" Sunday in Turkish): the month is the name with
  // most numbers beside it, or else the last.
  let month = 0;
  let most = -1;
  let strangers = 0;
  telling.forEach((word, index) => {
    if (isNumber(word)) return;
    const found = findMonth(word);
    if (!found) strangers += 1;
    const beside = Number(isNumber(telling[index - 1])) + Number(isNumber(telling[index + 1]));
    if (found && beside >= most) {
      month = found;
      most = beside;
    }
  });
  // One stranger is a weekday; several are a sentence.
  if (!month || strangers > 1) return null;
  const [first = "", second = ""] = numbers;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  if (day.length > 2 || year.length < 2 || year.length > 4) return null;
  return { year: fullYear(year), month, day: Number(day) };
}
