import ICAL from "ical.js";

/**
 * Returns the instant of a calendar's date and time in milliseconds since 1970. A zone with an IANA name follows the IANA
 * rules, any other zone the rules that the calendar contains.
 *
 * @param component the time's event, whose start names the zone
 * @param fallback the zone of a time that names none
 */
export function toInstant(time: ICAL.Time, component: ICAL.Component, fallback: string): number {
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000;
  const name = String(component.getFirstProperty("dtstart")?.getFirstParameter("tzid") ?? "");
  if (!time.isDate && isTimeZone(name)) return inZone(time, name);
  const hasRules = !time.isDate && time.zone && time.zone !== ICAL.Timezone.localTimezone;
  return hasRules ? time.toUnixTime() * 1000 : inZone(time, fallback);
}

/** Returns the last day of an all-day event. A calendar names the day after it. */
export function getLastDay(start: ICAL.Time, duration: ICAL.Duration): string {
  const days = Math.max(1, Math.round(duration.toSeconds() / 86_400));
  return Temporal.PlainDate.from(start.toString())
    .add({ days: days - 1 })
    .toString();
}

/** Results by name: every date of a recurring event asks again. One calendar's process fills it, so it stays small. */
const knownNames = new Map<string, boolean>();

export function isTimeZone(name: string): boolean {
  const known = knownNames.get(name) ?? (name !== "" && canFormat(name));
  knownNames.set(name, known);
  return known;
}

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return true;
  } catch {
    return false;
  }
}

function inZone({ year, month, day, hour, minute, second }: ICAL.Time, timeZone: string): number {
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(timeZone).epochMilliseconds;
}
