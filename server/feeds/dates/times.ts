import { parseKnownZone, parseZone, type Zone } from "./zones.ts";

export interface Time {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Undefined if none is given. */
  zone: Zone | undefined;
}

export const MIDNIGHT: Time = { hour: 0, minute: 0, second: 0, millisecond: 0, zone: undefined };

/** Parses the text after a day, such as "T10:14:55.123-08:00", " at 10:14 pm EST" or "". */
export function parseTime(text: string): Time | null {
  if (text.trim() === "") return MIDNIGHT;
  const clock =
    /^(?:[T ,_-]|\p{L}+[.,]? )* ?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?(?![:\d])(.*)$/iu.exec(text) ??
    /^[T ]?(\d{2})(\d{2})(\d{2})(?:[.,]?(\d+))?(?!\d)(.*)$/i.exec(text) ??
    /^[T ]?(\d{2})(\d{2})()()(?!\d)(.*)$/i.exec(text) ??
    /^T(\d{1,2})()()()(?!\d)(.*)$/i.exec(text);
  // Of letters directly before the digits, only a single one such as T is valid; CDT16:09:54 is not.
  if (clock && !/^[^:]*\p{L}{2}\d/u.test(text)) return toTime(clock, clock[5] ?? "");
  const zone = parseKnownZone((/^ ?(Z|[+-]\d{2}:\d{2})$/i.exec(text) ?? /^ ([a-z]{3,5})$/i.exec(text))?.[1] ?? "");
  return zone === null ? null : { ...MIDNIGHT, zone };
}

/** Takes hour, minute, second and fraction from groups 1 to 4 of a match; am or pm and a zone from the text after it. */
export function toTime(clock: string[], tail: string): Time | null {
  const { half, rest } = splitHalf(tail);
  const zone = rest === "" ? undefined : parseZone(rest);
  if (zone === null) return null;
  let hour = Number(clock[1]);
  // In "14:05 AM" the digits count.
  if (half && hour <= 12) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return {
    hour,
    minute: Number(clock[2] || 0),
    second: Number(clock[3] || 0),
    millisecond: Number((clock[4] || "0").slice(0, 3).padEnd(3, "0")),
    zone,
  };
}

/** Splits off am or pm as a whole word: America and AMT begin with it, too. */
function splitHalf(text: string): { half: string | undefined; rest: string } {
  const [mark = "", half] = /^[ ,]*([ap])(?:\.? ?m)?(?![\p{L}/])\.?/iu.exec(text) ?? [];
  // A single capital is a military time zone.
  const isMark = mark !== "" && !/^ *[AP]$/.test(mark);
  return {
    half: isMark ? half?.toLowerCase() : undefined,
    rest: (isMark ? text.slice(mark.length) : text).replace(/^[ ,;]+|[ ,;.]+$/g, ""),
  };
}
