import ICAL from "ical.js";
import { toCleanLine } from "../../core/controls.ts";
import { toInstant as toInstantText } from "../../core/instant.ts";
import { isIanaZone } from "../feeds/dates/zones.ts";
import type { CalendarEvent } from "../store/feeds/calendars.ts";

export interface CalendarWindow {
  /** Milliseconds since 1970. */
  from: number;
  until: number;
  /** Time zone of times without a known zone in a calendar without a default zone. */
  timeZone: string;
}

const BEGIN_EVENT = /^BEGIN:VEVENT[ \t]*$/i;
const END_EVENT = /^END:VEVENT[ \t]*$/i;
/** Longest event that is read, in lines. */
const MAX_EVENT_LINES = 10_000;
const MAX_EVENTS = 2000;
const MAX_TEXT_LENGTH = 300;
/** Length to which texts are cut before any pattern reads them. */
const MAX_CUT_LENGTH = 10 * MAX_TEXT_LENGTH;
/** Maximum number of dates that are computed per recurring event, since the first may be decades ago. */
const MAX_DATES = 50_000;
const HIDDEN_CLASSES = ["PRIVATE", "CONFIDENTIAL"];

/**
 * Returns the events of an iCalendar file (RFC 5545) in a window, except cancelled and private ones. A recurring event
 * is returned once per date. Must run in a process that can be killed: a recurrence rule that never matches, such as
 * every February 30, may take forever.
 *
 * @returns at most 2,000 events, soonest first
 * @throws {Error} if the text is not iCalendar
 */
export function readCalendar(text: string, window: CalendarWindow): CalendarEvent[] {
  timeZoneCache.clear();
  const calendar = parseCalendar(text);
  if (getText(calendar, "method") === "CANCEL") return [];
  const defaultZone = getText(calendar, "x-wr-timezone") ?? "";
  const zonedWindow = { ...window, timeZone: isTimeZone(defaultZone) ? defaultZone : window.timeZone };
  const events = [...groupByUid(calendar).values()].flatMap((group) => readGroup(group, zonedWindow));
  const byKey = new Map(events.map((event) => [event.key, event]));
  return [...byKey.values()].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)).slice(0, MAX_EVENTS);
}

/** Parses each event separately, so that a malformed event does not affect the others. */
function parseCalendar(text: string): ICAL.Component {
  const { events, rest } = splitEvents(text);
  const parsed = ICAL.parse(rest);
  // For a file with several calendars, `ICAL.parse` returns an array.
  const roots = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown as string[][];
  const calendar = roots.map((root) => new ICAL.Component(root)).find(({ name }) => name === "vcalendar");
  if (!calendar) throw new Error("The file contains no calendar.");
  for (const source of events) {
    const event = parseEvent(source);
    if (event) calendar.addSubcomponent(event);
  }
  return calendar;
}

/** Splits a calendar into its complete events and the rest. Drops empty lines, which the parser rejects. */
function splitEvents(text: string): { events: string[]; rest: string } {
  const events: string[] = [];
  const rest: string[] = [];
  let event: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    if (BEGIN_EVENT.test(line)) event = [line];
    else if (event === null) rest.push(line);
    else if (event.push(line) <= MAX_EVENT_LINES && END_EVENT.test(line)) {
      events.push(event.join("\r\n"));
      event = null;
    }
  }
  return { events, rest: rest.join("\r\n") };
}

function parseEvent(source: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(source));
  } catch {
    return null;
  }
}

/** Groups events with their exceptions, which have the same UID. */
function groupByUid(calendar: ICAL.Component): Map<string, ICAL.Component[]> {
  const components = calendar.getAllSubcomponents("vevent");
  return Map.groupBy(components, (component, index) => getText(component, "uid") ?? `#${index}`);
}

/** Returns [] for a malformed group, so that the other groups are read. */
function readGroup(components: ICAL.Component[], window: CalendarWindow): CalendarEvent[] {
  try {
    const exceptions = components.filter((component) => component.hasProperty("recurrence-id"));
    const master = components.find((component) => !component.hasProperty("recurrence-id"));
    if (!master) return exceptions.flatMap((component) => readDate(new ICAL.Event(component), window));
    return getText(master, "status") === "CANCELLED" ? [] : readDates(new ICAL.Event(master, { exceptions }), window);
  } catch {
    return [];
  }
}

function readDates(event: ICAL.Event, window: CalendarWindow): CalendarEvent[] {
  if (!event.isRecurring()) return readDate(event, window);
  const events: CalendarEvent[] = [];
  const dates = event.iterator();
  for (let count = 0; count < MAX_DATES && events.length < MAX_EVENTS; count++) {
    const date = dates.next();
    if (!date || toInstant(date, event.component, window.timeZone) > window.until) break;
    const { item, startDate } = event.getOccurrenceDetails(date);
    events.push(...readDate(item, window, startDate, `${event.uid} ${date}`));
  }
  return events;
}

/** Returns the event on one date; [] if it is untitled, private, cancelled or outside the window. */
function readDate(
  event: ICAL.Event,
  window: CalendarWindow,
  start = event.startDate,
  key = event.uid ?? "",
): CalendarEvent[] {
  const { component } = event;
  const title = shorten(event.summary);
  const isHidden =
    getText(component, "status") === "CANCELLED" || HIDDEN_CLASSES.includes(getText(component, "class") ?? "");
  if (!title || !start || isHidden) return [];
  const startsAt = toInstant(start, component, window.timeZone);
  const endsAt = startsAt + Math.max(0, event.duration.toSeconds()) * 1000;
  const end = toInstantText(endsAt);
  if (startsAt > window.until || endsAt < window.from || end === null) return [];
  return [
    {
      key: key.slice(0, MAX_CUT_LENGTH),
      title,
      place: shorten(event.location) || null,
      link: getLink(component),
      isAllDay: start.isDate,
      startsAt: start.isDate ? start.toString() : new Date(startsAt).toISOString(),
      endsAt: start.isDate ? getLastDay(start, event.duration) : end,
    },
  ];
}

function getLink(component: ICAL.Component): string | null {
  const url = URL.parse(getText(component, "url") ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Returns a property's first value as text; null if it is missing. Converts enumerated values to upper case. */
function getText(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name);
  if (value === null || value === undefined) return null;
  const text = String(value).slice(0, MAX_CUT_LENGTH).trim();
  return ["status", "class", "method"].includes(name) ? text.toUpperCase() : text;
}

function shorten(text: string | null): string {
  const line = toCleanLine((text ?? "").slice(0, MAX_CUT_LENGTH));
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH).trimEnd()}…` : line;
}

/**
 * Returns a time in ms since 1970, in the zone that `time` names if IANA or the calendar defines it; otherwise in
 * `fallback`.
 */
function toInstant(time: ICAL.Time, component: ICAL.Component, fallback: string): number {
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000;
  const name = String(component.getFirstProperty("dtstart")?.getFirstParameter("tzid") ?? "");
  if (!time.isDate && isTimeZone(name)) return toEpochMs(time, name);
  const hasRules = !time.isDate && time.zone && time.zone !== ICAL.Timezone.localTimezone;
  return hasRules ? time.toUnixTime() * 1000 : toEpochMs(time, fallback);
}

/** Returns the last day of an all-day event. Its end in the calendar is the day after. */
function getLastDay(start: ICAL.Time, duration: ICAL.Duration): string {
  const days = Math.max(1, Math.round(duration.toSeconds() / 86_400)) - 1;
  return Temporal.PlainDate.from(start.toString()).add({ days }).toString();
}

/** Valid and invalid zone names of a calendar, cached since each date of a recurring event looks up its zone. */
const timeZoneCache = new Map<string, boolean>();

function isTimeZone(name: string): boolean {
  const known = timeZoneCache.get(name) ?? isIanaZone(name);
  timeZoneCache.set(name, known);
  return known;
}

function toEpochMs({ year, month, day, hour, minute, second }: ICAL.Time, timeZone: string): number {
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(timeZone).epochMilliseconds;
}
