import { findMonth } from "./months.ts";
import { findZone, offsetAt, readZone, type Zone } from "./zones.ts";

/** Words that stand in dates beside weekdays and months; those of one or two letters need no mention. */
const FILLERS = new Set(
  "the den del feira dia klo kell uhr año ano rok roku року года год posted published updated date alle fecha hrs hod και".split(
    " ",
  ),
);

interface Day {
  year: number;
  month: number;
  day: number;
}

interface Time {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Undefined where none is written. */
  zone: Zone | undefined;
}

const MIDNIGHT: Time = { hour: 0, minute: 0, second: 0, millisecond: 0, zone: undefined };

const CLOCK = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?![:\d])/;

/**
 * Reads a date as feeds write it: RFC 822 and what people take for it, ISO 8601 and what people take for it, and the
 * wordings of content systems in many languages. A date without a zone is taken as UTC.
 *
 * @returns the instant in ISO 8601, or null where it is no date
 */
export function parseDate(words: string | null): string | null {
  // What is far too long is not even looked at, so that nobody can make it slow.
  if (!words || words.length > 500) return null;
  const tidy = tidyText(words);
  if (!tidy || tidy.length > 100) return null;
  const instant = readSeconds(tidy);
  if (instant !== null) return printInstant(instant);
  const comment = /\(([^()]*)\)/.exec(tidy)?.[1];
  const isKorean = /[년월일]|오[전후]/.test(tidy);
  const text = spellOut(tidy.replace(/\([^()]*\)/g, " "));
  const parts = readIso(text) ?? readWords(text);
  if (!parts) return null;
  // A clock in Korean shows Korea's time.
  const assumed = isKorean && text.includes(":") ? 540 : 0;
  return toInstant({ ...parts, zone: parts.zone ?? (comment ? findZone(comment) : null) ?? assumed });
}

/** Makes one sign of those that look alike: spaces, digits, hyphens; and takes off what stands around. */
function tidyText(words: string): string {
  return (
    words
      .normalize("NFKC")
      .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
      // Arabic, Persian and Hindi digits begin at 0x660, 0x6f0 and 0x966.
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
      .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
      .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
      .replace(/\s+/g, " ")
      .replace(/^[\s'"`´‘’“”«»„]+|[\s'"`´‘’“”«»„]+$/g, "")
  );
}

/** Writes clocks and East Asian dates as the rest of the world does: 14:05:00, 2:05 pm, 2024-9-2. */
function spellOut(text: string): string {
  let plain = text;
  if (/[\u3000-\u9fff\uac00-\ud7a3]/.test(plain)) {
    plain = plain
      .replace(/星期[一二三四五六日天]|(?:周|週)[一二三四五六日]|[月火水木金土日]曜日?|[월화수목금토일]요일/g, " ")
      .replace(/(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일号號]?/, "$1-$2-$3 ")
      .replace(/(\d{1,2}) ?[時时点點시] ?(\d{1,2}) ?[分분](?: ?(\d{1,2}) ?[秒초])?/, (_, hour, minute, second) =>
        [hour, minute, second].filter(Boolean).join(":"),
      )
      .replace(/午前|上午|早上|오전/g, " am ")
      .replace(/午後|下午|晚上|오후/g, " pm ");
  }
  plain = plain
    .replace(/(?<!\p{L})([πμ])\.? ?μ\.?(?!\p{L})/gu, (_, half) => (half === "π" ? "am" : "pm"))
    // "PM 2:05" before "2 pm", lest the day before PM be taken for the hour.
    .replace(/\b([ap])\.?m\.? ?(\d{1,2}:\d{1,2}(?::\d{1,2})?)/i, "$2 $1m")
    .replace(/(?<![\d:.,])(\d{1,2}) ?([ap])\.? ?m\b/gi, "$1:00 $2m")
    .replace(
      /(?<![\d:.,])(\d{1,2}) ?h ?(?:(\d{2})(?: ?min)?)?(?![\p{L}\d])/u,
      (_, hour, minute = "00") => `${hour}:${minute}`,
    );
  if (plain.includes(":")) return plain;
  // Dots are a clock's only behind a whole date; 02.09.2024 has them too.
  return plain.replace(
    /(?<=\d{4}\.?[ ,T-]+(?:\p{L}+\.? )?)(\d{1,2})\.([0-5]\d)(?:\.([0-5]\d))?(?![\d.])/u,
    (_, hour, minute, second = "00") => `${hour}:${minute}:${second}`,
  );
}

/** @returns milliseconds since 1970, where the text counts seconds or milliseconds; null for everything else */
function readSeconds(text: string): number | null {
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(text)) return Math.trunc(Number(text) * 1000);
  // Twelve digits may be 202409021405 as well, which is likelier than the year 1976.
  if (/^\d{13}(?:\.\d+)?$|^\d{12}$/.test(text) && !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5]\d$/.test(text)) {
    return Math.trunc(Number(text));
  }
  return null;
}

/** 2003-12-31T10:14:55.123-08:00, with other signs between, and down to the year alone. */
function readIso(text: string): (Day & Time) | null {
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

/** What stands behind the day: T10:14:55.123-08:00, at 10:14 pm EST, or nothing. */
function readTime(text: string): Time | null {
  if (text.trim() === "") return MIDNIGHT;
  const clock =
    /^(?:[T ,_-]|\p{L}+[.,]? )* ?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?![:\d])(.*)$/iu.exec(text) ??
    /^[T ]?(\d{2})(\d{2})(\d{2})(?:[.,]?(\d+))?(?!\d)(.*)$/i.exec(text) ??
    /^[T ]?(\d{2})(\d{2})()()(?!\d)(.*)$/i.exec(text) ??
    /^T(\d{1,2})()()()(?!\d)(.*)$/i.exec(text);
  // A letter may end in a clock only as T; CDT16:09:54 is no time.
  if (clock && !/^[^:]*\p{L}{2}\d/u.test(text)) return readClock(clock, clock[5] ?? "");
  const zone = /^ ?(Z|[+-]\d{2}:\d{2})$/i.exec(text)?.[1] ?? /^ ([a-z]{3,5})$/i.exec(text)?.[1];
  const found = zone ? (/\d/.test(zone) ? readZone(zone) : findZone(zone)) : null;
  return found === null ? null : { ...MIDNIGHT, zone: found };
}

/** @param clock the hour, minute, second and fraction in its groups */
function readClock(clock: string[], tail: string): Time | null {
  const { half, rest } = readHalf(tail);
  const zone = rest === "" ? undefined : readZone(rest);
  if (zone === null) return null;
  let hour = Number(clock[1]);
  // 14:05 AM can only mean what its figures say.
  if (half && hour <= 12) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return {
    hour,
    minute: Number(clock[2] || 0),
    second: Number(clock[3] || 0),
    millisecond: Number((clock[4] || "0").slice(0, 3).padEnd(3, "0")),
    zone,
  };
}

/** Takes am or pm off. It has to end there: America and AMT begin with it. */
function readHalf(text: string): { half: string | undefined; rest: string } {
  const [mark = "", half] = /^[ ,]*([ap])(?:\.? ?m)?(?![\p{L}/])\.?/iu.exec(text) ?? [];
  // A capital alone is a military zone.
  const isMark = mark !== "" && !/^ *[AP]$/.test(mark);
  return {
    half: isMark ? half?.toLowerCase() : undefined,
    rest: (isMark ? text.slice(mark.length) : text).replace(/^[ ,;]+|[ ,;.]+$/g, ""),
  };
}

/** Thu, 01 Jan 2004 19:48:21 GMT, and whatever has a day, a month by name or number, a year, and perhaps a time. */
function readWords(text: string): (Day & Time) | null {
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

/** 26/06/2020 and 01/31/2012 tell themselves; where both could be, slashes are American, dots and hyphens European. */
function orderDay(first: number, second: number, year: number, hasSlashes: boolean): Day {
  const isMonthFirst = second > 12 || (first <= 12 && hasSlashes);
  return isMonthFirst ? { year, month: first, day: second } : { year, month: second, day: first };
}

/** The third day of the 36th week; the first week is the one with 4 January. */
function readWeek(year: number, week: number, day: number): Day | null {
  if (week < 1 || week > 53) return null;
  const fourth = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7;
  return countDay(year, 4 - fourth + (week - 1) * 7 + day, true);
}

function countDay(year: number, number: number, mayLeaveYear = false): Day | null {
  const date = new Date(Date.UTC(year, 0, number));
  if (!mayLeaveYear && date.getUTCFullYear() !== year) return null;
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 24 is 2024, and so is 124, as languages count whose years begin in 1900. */
function fullYear(year: string): number {
  const number = Number(year);
  if (year.length === 3 && number < 200) return number + 1900;
  if (year.length > 2) return number;
  return number + (number < 70 ? 2000 : 1900);
}

function isDay({ month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();
}

function toInstant(parts: Day & Time & { zone: Zone }): string | null {
  const { year, month, day, hour, minute, second, millisecond, zone } = parts;
  if (year < 1 || !isDay(parts) || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const local = date.setUTCHours(hour, minute, Math.min(second, 59), millisecond);
  // Which offset holds depends on the instant, and the instant on the offset: the second guess is right.
  const guess = local - offsetAt(zone, local) * 60_000;
  return printInstant(local - offsetAt(zone, guess) * 60_000);
}

function printInstant(instant: number): string | null {
  // Past the year 275760 there is no date to be had.
  const date = new Date(instant);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return /^\d{4}-/.test(text) ? text : null;
}
