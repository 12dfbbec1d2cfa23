import { parseInstant, toInstant } from "./instant.ts";

/** Time zone and current time of an editor who writes a time. */
export interface EditorClock {
  timeZone: string;
  /** ISO 8601. */
  now: string;
}

/**
 * Instant of a valid time. For an invalid time, `expected` describes a valid time, to complete a message such as
 * "found …; expected …".
 */
export type EditorTime = { instant: string; expected?: undefined } | { instant?: undefined; expected: string };

const UNKNOWN: EditorTime = {
  expected: 'a time such as "2026-11-26 06:30", "tomorrow 6:30 am" or "Friday noon", in the edition\'s time zone',
};

/** Maximum length of a time, in characters. Longer texts are rejected before a pattern reads them. */
const MAX_LENGTH = 60;

const CLOCK = /^(\d{1,2})(?::(\d\d))?(?: ?([ap])\.?m\.?)?$/;
const OFFSET = /^(.{8,30}?) ?([+-]\d\d:?\d\d|z)$/;
const IN = /^in (\d{1,4}) (minute|hour|day|week)s?$/;
const ISO_DAY = /^(\d{4}-\d\d-\d\d)(?:[ t](.*))?$/;
const NAMED_DAY = /^(\p{L}+)\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?(?: (\d{4}))?(?: (?:at )?(.*))?$/u;

const DAYS = new Map(Object.entries({ today: 0, tomorrow: 1, hoy: 0, mañana: 1 }));
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS = "january february march april may june july august september october november december".split(" ");

/**
 * Reads a time as people write it, in the edition's time zone: "2026-11-26 06:30", "tomorrow 6:30 am", "Friday noon",
 * "Nov. 26 at 7 p.m.", "in 2 hours", "now". An offset in the text overrides the time zone. A weekday or a day without
 * a year means the next such day.
 */
export function parseEditorTime(text: string, clock: EditorClock): EditorTime {
  const exact = parseInstant(text.trim());
  if (exact !== null) return { instant: exact };
  const written = text.trim().toLowerCase().replaceAll(",", " ").replaceAll(/\s+/g, " ");
  if (written.length > MAX_LENGTH) return UNKNOWN;
  if (written === "now") return { instant: clock.now };
  const here = Temporal.Instant.from(clock.now).toZonedDateTimeISO(clock.timeZone);
  const [, count, unit] = IN.exec(written) ?? [];
  if (count) return { instant: toStored(here.add({ [`${unit}s`]: Number(count) })) };
  const [, local = written, offset] = OFFSET.exec(written) ?? [];
  const found = findDay(local, here);
  if (found === undefined) return UNKNOWN;
  const { day, rest, getNext } = found;
  if (rest === "") return { expected: `the time of day, too, such as "${day.toString()} 06:30"` };
  const time = parseClock(rest);
  if (time === undefined) return UNKNOWN;
  if (offset !== undefined) {
    const instant = parseInstant(`${day.toString()}T${time.toString({ smallestUnit: "minute" })}${offset}`);
    return instant === null ? UNKNOWN : { instant };
  }
  const resolved = resolve(day.toPlainDateTime(time), clock.timeZone);
  // On a Friday at 8 am, "Friday 7 am" means Friday of the following week.
  if (getNext && resolved.instant && resolved.instant <= clock.now)
    return resolve(getNext(day).toPlainDateTime(time), clock.timeZone);
  return resolved;
}

interface FoundDay {
  day: Temporal.PlainDate;
  /** Time of day as written; "" for none. */
  rest: string;
  /**
   * Returns the first day after `day` that the text can mean, such as the following Friday. Used if the time on `day`
   * has passed.
   */
  getNext?: (day: Temporal.PlainDate) => Temporal.PlainDate;
}

function findDay(text: string, here: Temporal.ZonedDateTime): FoundDay | undefined {
  const today = here.toPlainDate();
  const [iso, date, isoRest = ""] = ISO_DAY.exec(text) ?? [];
  if (iso !== undefined) {
    const day = parseDay(date ?? "");
    return day && { day, rest: isoRest };
  }
  if (parseClock(text)) return { day: today, rest: text, getNext: (day) => day.add({ days: 1 }) };
  const [, name = "", number, year, rest = ""] = NAMED_DAY.exec(text) ?? [];
  const days = DAYS.get(name);
  // In "today 18:00" and "Friday 7 am", the first number is part of the time, not a day of the month.
  const clockText = text.slice(text.indexOf(" ") + 1).replace(/^at /, "");
  const time = text.includes(" ") ? clockText : "";
  if (days !== undefined) return { day: today.add({ days }), rest: time };
  const weekday = findName(WEEKDAYS, name);
  if (weekday >= 0) {
    const day = today.add({ days: (weekday + 8 - today.dayOfWeek) % 7 });
    return { day, rest: time, getNext: (passed) => passed.add({ weeks: 1 }) };
  }
  const month = findName(MONTHS, name);
  if (month < 0 || number === undefined) return undefined;
  const parts = [
    String(year ?? today.year).padStart(4, "0"),
    String(month + 1).padStart(2, "0"),
    number.padStart(2, "0"),
  ];
  const day = parseDay(parts.join("-"));
  return day && { day, rest, ...(year === undefined && { getNext: (passed) => passed.add({ years: 1 }) }) };
}

/** Returns the index of the first name that begins with the text; -1 for none, or if the text has under 3 letters. */
function findName(names: readonly string[], text: string): number {
  return text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text));
}

function parseDay(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

/** Parses "06:30", "18:30", "6:30 am", "7 p.m." and "noon". */
function parseClock(text: string): Temporal.PlainTime | undefined {
  if (text === "noon") return Temporal.PlainTime.from("12:00");
  const seconds = /^(\d\d:\d\d):\d\d$/.exec(text);
  const [, hours, minutes, half] = CLOCK.exec(seconds?.[1] ?? text) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return undefined;
  const minute = Number(minutes ?? 0);
  if (hour > 23 || minute > 59) return undefined;
  return Temporal.PlainTime.from({ hour: half ? (hour % 12) + (half === "p" ? 12 : 0) : hour, minute });
}

/** Converts a local time to an instant. For a time that a clock change skips or repeats, returns the expected form. */
function resolve(local: Temporal.PlainDateTime, timeZone: string): EditorTime {
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(timeZone, { disambiguation: "later" });
  if (earlier.equals(later)) return { instant: toStored(earlier) };
  const written = formatLocal(local);
  if (!earlier.toPlainDateTime().equals(local))
    return { expected: `a time that exists: clocks in ${timeZone} skip ${written}` };
  return {
    expected: `"${written} ${earlier.offset}" or "${written} ${later.offset}", since clocks in ${timeZone} go back then`,
  };
}

/**
 * Returns the instants of a local time such as "2026-11-01T01:30": none for a time that a clock change skips, two for a
 * time that occurs twice; null for a text that is not a local time.
 */
export function listInstants(text: string, timeZone: string): string[] | null {
  const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/.exec(text) ?? [];
  const [day, clock] = [parseDay(date), parseClock(time)];
  if (!day || !clock) return null;
  const local = day.toPlainDateTime(clock);
  const found = (["earlier", "later"] as const)
    .map((disambiguation) => local.toZonedDateTime(timeZone, { disambiguation }))
    .filter((zoned) => zoned.toPlainDateTime().equals(local));
  return [...new Set(found.map(toStored))];
}

/**
 * Formats an instant in the edition's time zone, such as "2026-11-26 06:30", so that `parseEditorTime` can read it.
 * Adds the UTC offset to a time that occurs twice.
 */
export function formatEditorTime(instant: string, timeZone: string): string {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const local = zoned.toPlainDateTime();
  const isTwice = !local
    .toZonedDateTime(timeZone, { disambiguation: "earlier" })
    .equals(local.toZonedDateTime(timeZone, { disambiguation: "later" }));
  return isTwice ? `${formatLocal(local)} ${zoned.offset}` : formatLocal(local);
}

function formatLocal(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: "minute" }).replace("T", " ");
}

function toStored(zoned: Temporal.ZonedDateTime): string {
  return toInstant(zoned.epochMilliseconds) ?? "";
}
