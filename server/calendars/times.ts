import ICAL from "ical.js";
import type { ZoneNames } from "./calendarZones.ts";

/** Time in a calendar, with the name of its zone; "" if the time names no zone. */
export interface NamedTime {
  time: ICAL.Time;
  zoneName: string;
}

/** Converts times of one calendar. */
export interface Clock {
  /** Returns a time in ms since 1970. */
  toInstant(named: NamedTime): number;
  /** Returns the date that a time in an all-day series represents, such as 2026-12-05. */
  toDay(named: NamedTime): string;
}

/**
 * Creates the clock of a calendar. Looks up a zone's name first among IANA zones, then in the calendar's own
 * definitions, then among the names of other systems, such as Windows.
 *
 * @param fallback zone for times that name no zone, or an unknown zone
 */
export function createClock(zones: ZoneNames, fallback: string): Clock {
  function toInstant({ time, zoneName }: NamedTime): number {
    if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000;
    if (time.isDate) return toEpochMs(time, fallback);
    const isDefined = time.zone && time.zone !== ICAL.Timezone.localTimezone;
    const zone = zoneName === "" ? null : zones.find(zoneName);
    if (isDefined && zone !== zoneName) return time.toUnixTime() * 1000;
    if (zone === null && zoneName !== "") zones.reportUnknown(zoneName);
    return toEpochMs(time, zone ?? fallback);
  }

  return {
    toInstant,
    toDay(named) {
      const { time } = named;
      // A UTC time other than 00:00 stands for midnight in the calendar's zone. All other times, and dates without a
      // time, keep their written date.
      const namesDay = time.isDate || time.zone !== ICAL.Timezone.utcTimezone || time.hour + time.minute === 0;
      if (namesDay) return formatDay(time);
      const instant = Temporal.Instant.fromEpochMilliseconds(toInstant(named));
      return instant.toZonedDateTimeISO(fallback).toPlainDate().toString();
    },
  };
}

/** Returns the date of a time as written, such as 2026-12-05. */
export function formatDay(time: ICAL.Time): string {
  return time.toString().slice(0, "2026-12-05".length);
}

function toEpochMs({ year, month, day, hour, minute, second }: ICAL.Time, timeZone: string): number {
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(timeZone).epochMilliseconds;
}
