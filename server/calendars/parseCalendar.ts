import type ICAL from "ical.js";
import { toInstant as toInstantText } from "../../core/instant.ts";
import { toPlainTitle } from "../html/text.ts";
import type { CalendarEvent } from "../store/feeds/calendars.ts";
import { createZoneNames } from "./calendarZones.ts";
import { getText, MAX_CUT_LENGTH, parseCalendar } from "./components.ts";
import { listOccurrences, type Occurrence } from "./occurrences.ts";
import { createClock } from "./times.ts";

export interface CalendarWindow {
  /** Begin and end of the window, in ms since 1970. */
  from: number;
  until: number;
  /** Zone for times that name no known zone, if the calendar has no default zone. */
  timeZone: string;
}

export interface ReadCalendar {
  /** At most 2,000 events, soonest first. */
  events: CalendarEvent[];
  /** Names of zones that are neither known nor defined in the calendar. Times in them are read in the default zone. */
  unknownZones: string[];
}

const MAX_EVENTS = 2000;
const MAX_TEXT_LENGTH = 300;
const HIDDEN_CLASSES = ["PRIVATE", "CONFIDENTIAL"];

/**
 * Returns the events of an iCalendar file (RFC 5545) in a window, without cancelled and private events. A recurring
 * event is returned once per date. Must run in a process that can be killed: a recurrence rule that never matches, such
 * as every February 30, may take forever.
 *
 * @throws {Error} if the text is not iCalendar
 */
export function readCalendar(text: string, window: CalendarWindow): ReadCalendar {
  const calendar = parseCalendar(text);
  if (getText(calendar, "method") === "CANCEL") return { events: [], unknownZones: [] };
  const zones = createZoneNames();
  const defaultZone = zones.find(getText(calendar, "x-wr-timezone") ?? "") ?? window.timeZone;
  const clock = createClock(zones, defaultZone);
  const events = groupByUid(calendar).flatMap((group) =>
    listOccurrences(group, { ...window, maxDates: MAX_EVENTS }, clock).flatMap((occurrence) =>
      toEvent(occurrence, window),
    ),
  );
  const byKey = new Map(events.map((event) => [event.key, event]));
  const sorted = [...byKey.values()].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  return { events: sorted.slice(0, MAX_EVENTS), unknownZones: zones.listUnknown() };
}

/** Groups events with their exceptions, which have the same UID. */
function groupByUid(calendar: ICAL.Component): ICAL.Component[][] {
  const components = calendar.getAllSubcomponents("vevent");
  return [...Map.groupBy(components, (component, index) => getText(component, "uid") ?? `#${index}`).values()];
}

/**
 * Converts an occurrence. Returns [] for an occurrence outside the window, and for an untitled, private, cancelled or
 * malformed event.
 */
function toEvent({ event, start, startsAt, key }: Occurrence, window: CalendarWindow): CalendarEvent[] {
  try {
    const { component } = event;
    const title = shorten(event.summary);
    const isHidden =
      getText(component, "status") === "CANCELLED" || HIDDEN_CLASSES.includes(getText(component, "class") ?? "");
    if (!title || isHidden) return [];
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
  } catch {
    // A malformed event must not affect other events.
    return [];
  }
}

function getLink(component: ICAL.Component): string | null {
  const url = URL.parse(getText(component, "url") ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Returns a text on one line. Decodes HTML entities such as &#8217;, which some programs write. */
function shorten(text: string | null): string {
  const line = toPlainTitle((text ?? "").slice(0, MAX_CUT_LENGTH), true);
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH).trimEnd()}…` : line;
}

/** Returns the last day of an all-day event. The end in an iCalendar file is the day after the last day (RFC 5545). */
function getLastDay(start: ICAL.Time, duration: ICAL.Duration): string {
  const days = Math.max(1, Math.round(duration.toSeconds() / 86_400)) - 1;
  return Temporal.PlainDate.from(start.toString()).add({ days }).toString();
}
