/** Minutes east of Greenwich. */
const ZONES: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  bst: 60,
  cet: 60,
  met: 60,
  mez: 60,
  west: 60,
  cest: 120,
  mest: 120,
  mesz: 120,
  eet: 120,
  ist: 120,
  eest: 180,
  msk: 180,
  idt: 180,
  jst: 540,
  kst: 540,
  hkt: 480,
  sgt: 480,
  awst: 480,
  acst: 570,
  aest: 600,
  acdt: 630,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  nst: -210,
  ndt: -150,
  at: -240,
  ast: -240,
  adt: -180,
  et: -300,
  est: -300,
  edt: -240,
  ct: -360,
  cst: -360,
  cdt: -300,
  mt: -420,
  mst: -420,
  mdt: -360,
  pt: -480,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
  brt: -180,
  art: -180,
};

/** The first letters of months' names in the languages whose feeds do not keep to English. */
const MONTHS = [
  /^(jan|ene|janv|gen|leden|sty|ocak|янв)/,
  /^(feb|fev|fév|luty|únor|şub|фев)/,
  /^(mar|mär|mrt|maa|márc|мар)/,
  /^(apr|avr|abr|kwi|nis|апр)/,
  /^(may|mai|maj|mei|mag|máj|мая|май)/,
  /^(jun|juin|giu|czer|haz|июн)/,
  /^(jul|juil|lug|lip|tem|июл)/,
  /^(aug|aoû|aou|ago|sie|ağu|авг)/,
  /^(sep|set|wrz|eyl|сен)/,
  /^(oct|okt|ott|out|paź|eki|окт)/,
  /^(nov|lis|kas|ноя)/,
  /^(dec|déc|dez|dic|des|gru|ara|дек)/,
];

interface Parts {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  /** Minutes east of Greenwich. */
  offset?: number | undefined;
}

/**
 * Reads a date as feeds write it: RFC 822 and what people take for it, ISO 8601 and what people take for it, and a few
 * wordings of content systems. A date without a zone is taken as UTC.
 *
 * @returns the instant in ISO 8601, or null where it is no date
 */
export function parseDate(words: string | null): string | null {
  const text = words?.replace(/\s+/g, " ").trim();
  if (!text || text.length > 100) return null;
  const parts = readIso(text) ?? readSeconds(text) ?? readWords(text);
  return parts ? toInstant(parts) : null;
}

/** 2003-12-31T10:14:55.123-08:00, down to the year alone. */
function readIso(text: string): Parts | null {
  const match =
    /^(\d{4})(?:-0?(\d{1,2})(?:-0?(\d{1,2}))?)?(?![\d/])(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)? ?(.*)$/i.exec(
      text,
    ) ??
    /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)? ?(.*)$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(?:[.,](\d+))?)?(.*)$/.exec(text);
  if (!match) return null;
  const [, year, month = "1", day = "1", hour, minute, second, fraction, zone = ""] = match;
  const offset = zone === "" ? 0 : readZone(zone.replace(/(\d)Z$/i, "$1"));
  if (offset === null || (zone !== "" && hour === undefined)) return null;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? "0").slice(0, 3).padEnd(3, "0")),
    offset,
  };
}

/** Seconds, or milliseconds, since 1970. */
function readSeconds(text: string): Parts | null {
  if (!/^\d{9,10}$|^\d{12,13}$/.test(text)) return null;
  const date = new Date(Number(text) * (text.length <= 10 ? 1000 : 1));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

/** Thu, 01 Jan 2004 19:48:21 GMT, and whatever has a day, a month by name or number, a year, and perhaps a time. */
function readWords(text: string): Parts | null {
  const plain = text
    .replace(/\(.*\)$/, "")
    .replace(/^['"]/, "")
    .trim();
  const clock = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?![:\d])/.exec(plain);
  const isOddClock = !clock && plain.includes(":");
  if (isOddClock || (clock && /[a-z]$|:$/i.test(plain.slice(0, clock.index)))) return null;
  const before = clock ? plain.slice(0, clock.index) : plain;
  const after = clock ? plain.slice(clock.index + clock[0].length).trim() : "";
  const half = /^([ap])\.?m\.?/i.exec(after)?.[1]?.toLowerCase();
  const rest = half ? after.replace(/^[ap]\.?m\.?/i, "").trim() : after;
  // asctime has the year after the clock; a zone may stand on either side of it.
  const late = /(?:^|\s)(\d{4})$/.exec(rest)?.[1];
  const zone = late ? rest.slice(0, -late.length).trim() : rest;
  const early = clock ? undefined : /\s([a-z]{1,4})$/i.exec(before)?.[1];
  const day = readDay(
    early && ZONES[early.toLowerCase()] !== undefined ? before.slice(0, -early.length) : before,
    late,
  );
  if (!day) return null;
  const offset = zone === "" ? 0 : readZone(zone);
  if (offset === null) return null;
  let hour = Number(clock?.[1] ?? 0);
  if (half) hour = (hour % 12) + (half === "p" ? 12 : 0);
  const millisecond = Number((clock?.[4] ?? "0").slice(0, 3).padEnd(3, "0"));
  return { ...day, hour, minute: Number(clock?.[2] ?? 0), second: Number(clock?.[3] ?? 0), millisecond, offset };
}

function readDay(text: string, lateYear: string | undefined): Pick<Parts, "year" | "month" | "day"> | null {
  const numeric = /(\d{1,2})[/.](\d{1,2})[/.](\d{4})/.exec(text);
  if (numeric) return orderDay(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]), text.includes("/"));
  const words = text.toLowerCase().match(/[\p{L}]+|\d+/gu) ?? [];
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const names = words.filter((word) => /^\p{L}/u.test(word));
  // A weekday may begin like a month ("mar." is Tuesday in French): the month is the last name that is one.
  const month = names
    .map((name) => MONTHS.findIndex((pattern) => pattern.test(name)) + 1)
    .findLast((found) => found > 0);
  const [day, year = lateYear] = numbers;
  if (!month || !day || !year || day.length > 2) return null;
  return { year: fullYear(year), month, day: Number(day) };
}

/** 26/06/2020 and 01/31/2012 tell themselves; where both could be, slashes are American and dots European. */
function orderDay(
  first: number,
  second: number,
  year: number,
  hasSlashes: boolean,
): Pick<Parts, "year" | "month" | "day"> {
  const isMonthFirst = second > 12 || (first <= 12 && hasSlashes);
  return isMonthFirst ? { year, month: first, day: second } : { year, month: second, day: first };
}

function fullYear(year: string): number {
  const number = Number(year);
  if (year.length > 2) return number;
  return number + (number < 70 ? 2000 : 1900);
}

/** @returns minutes east of Greenwich; 0 for a name that nobody knows, null for what is no zone */
function readZone(text: string): number | null {
  const numbers = /^(?:GMT|UTC|UT|Z)?\s*([+-])(\d{1,2}):?(\d{2})?(?:\s*\(?[a-z ]*\)?)?$/i.exec(text);
  if (numbers) {
    const minutes = Number(numbers[2]) * 60 + Number(numbers[3] ?? 0);
    return minutes <= 14 * 60 && Number(numbers[3] ?? 0) < 60 ? minutes * (numbers[1] === "-" ? -1 : 1) : null;
  }
  const name = /^([a-z]{1,5})\b/i.exec(text)?.[1]?.toLowerCase();
  return name ? (ZONES[name] ?? 0) : null;
}

function toInstant({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
  offset = 0,
}: Parts): string | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || hour > 24 || minute > 59 || second > 60) return null;
  if (day > new Date(Date.UTC(2000, month, 0)).getUTCDate()) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, Math.min(second, 59), millisecond);
  // Past the year 275760 there is no date to be had.
  const instant = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return /^\d{4}-/.test(instant) ? instant : null;
}
