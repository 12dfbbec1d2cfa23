import ICAL from "ical.js";

/**
 * The instant of a calendar's date and time: in its own zone, by the world's rules where that zone has the world's name, else
 * by those that the calendar brings along.
 *
 * @param component the event that the time belongs to, whose start names the zone
 * @param fallback the zone of a time that names none
 * @returns milliseconds since 1970
 */
export function instantOf(time: ICAL.Time, component: ICAL.Component, fallback: string): number {
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000;
  const named = String(component.getFirstProperty("dtstart")?.getFirstParameter("tzid") ?? "");
  if (!time.isDate && isTimeZone(named)) return wallClock(time, named);
  const bringsRules = !time.isDate && time.zone && time.zone !== ICAL.Timezone.localTimezone;
  return bringsRules ? time.toUnixTime() * 1000 : wallClock(time, fallback);
}

/** The last day of an event that lasts all day: a calendar names the day after it. */
export function endOf(start: ICAL.Time, duration: ICAL.Duration): string {
  const days = Math.max(1, Math.round(duration.toSeconds() / 86_400));
  return Temporal.PlainDate.from(start.toString())
    .add({ days: days - 1 })
    .toString();
}

const known = new Map<string, boolean>();

/** Whether a name is one of the IANA time zones. Asked for every date of an event that repeats, so answers are kept. */
export function isTimeZone(name: string): boolean {
  const answer = known.get(name) ?? (name !== "" && hasRules(name));
  known.set(name, answer);
  return answer;
}

function hasRules(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function wallClock({ year, month, day, hour, minute, second }: ICAL.Time, timeZone: string): number {
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(timeZone).epochMilliseconds;
}
