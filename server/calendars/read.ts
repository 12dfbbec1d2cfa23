import ICAL from "ical.js";
import type { CalendarEvent } from "../store/calendars.ts";
import { openCalendar } from "./components.ts";
import { endOf, instantOf, isTimeZone } from "./time.ts";

export interface Window {
  /** Milliseconds since 1970. */
  from: number;
  until: number;
  /** The zone of times that name none, where the calendar has none of its own either. */
  timeZone: string;
}

const MOST_EVENTS = 2000;
const LONGEST_TEXT = 300;
/** A daily event that began decades ago is walked through from its first day. */
const MOST_STEPS = 50_000;
/** What a calendar's owner means for nobody else, and what does not take place. */
const HIDDEN_CLASSES = ["PRIVATE", "CONFIDENTIAL"];

/**
 * Reads an iCalendar file: the dates of its events in a window, those that repeat on every date, cancelled ones left out.
 *
 * It may run for ever on a rule that never comes true, such as every February 30: run it where it can be ended.
 *
 * @returns the events, soonest first
 * @throws {Error} where the text is no iCalendar
 */
export function readCalendar(text: string, window: Window): CalendarEvent[] {
  const calendar = openCalendar(text);
  if (textOf(calendar, "method") === "CANCEL") return [];
  const own = textOf(calendar, "x-wr-timezone") ?? "";
  const inZone = { ...window, timeZone: isTimeZone(own) ? own : window.timeZone };
  const events = [...groupByUid(calendar).values()].flatMap((group) => readGroup(group, inZone));
  const byKey = new Map(events.map((event) => [event.key, event]));
  return [...byKey.values()].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)).slice(0, MOST_EVENTS);
}

/** An event and its exceptions share a UID. */
function groupByUid(calendar: ICAL.Component): Map<string, ICAL.Component[]> {
  const groups = new Map<string, ICAL.Component[]>();
  for (const [index, component] of calendar.getAllSubcomponents("vevent").entries()) {
    const uid = textOf(component, "uid") ?? `#${index}`;
    groups.set(uid, [...(groups.get(uid) ?? []), component]);
  }
  return groups;
}

/** One event that cannot be read does not cost the others. */
function readGroup(components: ICAL.Component[], window: Window): CalendarEvent[] {
  try {
    const exceptions = components.filter((component) => component.hasProperty("recurrence-id"));
    const master = components.find((component) => !component.hasProperty("recurrence-id"));
    if (!master) return exceptions.flatMap((component) => readOne(new ICAL.Event(component), window));
    return textOf(master, "status") === "CANCELLED" ? [] : expand(new ICAL.Event(master, { exceptions }), window);
  } catch {
    return [];
  }
}

function expand(event: ICAL.Event, window: Window): CalendarEvent[] {
  if (!event.isRecurring()) return readOne(event, window);
  const events: CalendarEvent[] = [];
  const dates = event.iterator();
  for (let step = 0; step < MOST_STEPS && events.length < MOST_EVENTS; step++) {
    const date = dates.next();
    if (!date || instantOf(date, event.component, window.timeZone) > window.until) break;
    const { item, startDate } = event.getOccurrenceDetails(date);
    events.push(...readOne(item, window, startDate, `${event.uid} ${date}`));
  }
  return events;
}

/** @returns the event on one date, or nothing where it lies outside the window or is nobody's business */
function readOne(event: ICAL.Event, window: Window, start = event.startDate, key = event.uid ?? ""): CalendarEvent[] {
  const { component } = event;
  const title = shorten(event.summary);
  const isHidden =
    textOf(component, "status") === "CANCELLED" || HIDDEN_CLASSES.includes(textOf(component, "class") ?? "");
  if (!title || !start || isHidden) return [];
  const begins = instantOf(start, component, window.timeZone);
  const ends = begins + Math.max(0, event.duration.toSeconds()) * 1000;
  if (begins > window.until || ends < window.from) return [];
  return [
    {
      key,
      title,
      place: shorten(event.location) || null,
      link: linkOf(component),
      isAllDay: start.isDate,
      startsAt: start.isDate ? start.toString() : new Date(begins).toISOString(),
      endsAt: start.isDate ? endOf(start, event.duration) : new Date(ends).toISOString(),
    },
  ];
}

function linkOf(component: ICAL.Component): string | null {
  const url = URL.parse(textOf(component, "url") ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A property's first value as text, where it has one. */
function textOf(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name);
  if (value === null || value === undefined) return null;
  const text = String(value).trim();
  return ["status", "class", "method"].includes(name) ? text.toUpperCase() : text;
}

function shorten(text: string | null): string {
  const line = (text ?? "").replaceAll(/\s+/g, " ").trim();
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT).trimEnd()}…` : line;
}
