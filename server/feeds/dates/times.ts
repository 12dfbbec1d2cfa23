import { findZone, readZone, type Zone } from "./zones.ts";

export interface Time {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Undefined where none is written. */
  zone: Zone | undefined;
}

export const MIDNIGHT: Time = { hour: 0, minute: 0, second: 0, millisecond: 0, zone: undefined };

/** What stands behind the day: T10:14:55.123-08:00, at 10:14 pm EST, or nothing. */
export function readTime(text: string): Time | null {
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
export function readClock(clock: string[], tail: string): Time | null {
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
