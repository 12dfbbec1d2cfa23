import ICAL from "ical.js";
import { getText } from "./components.ts";
import { type Clock, formatDay, type NamedTime } from "./times.ts";

/** An event on one of its dates. */
export interface Occurrence {
  event: ICAL.Event;
  start: ICAL.Time;
  /** Milliseconds since 1970. */
  startsAt: number;
  /** Unique within the calendar, and stable between polls. */
  key: string;
}

interface Limits {
  /** `from` and `until`: ms since 1970. */
  from: number;
  until: number;
  /** Maximum number of dates in the window. */
  maxDates: number;
}

/** Maximum number of dates that are computed per recurring event. The event's first date may be decades ago. */
const MAX_DATES = 50_000;

/**
 * Returns the dates of an event in a window, including the dates of all its exceptions.
 *
 * @param components the event, its exceptions (RECURRENCE-ID) and earlier versions of both (SEQUENCE), in any order
 */
export function listOccurrences(components: readonly ICAL.Component[], limits: Limits, clock: Clock): Occurrence[] {
  const master = findNewest(components.filter((component) => !component.hasProperty("recurrence-id")));
  const exceptions = components.filter((component) => component.hasProperty("recurrence-id"));
  try {
    if (!master) {
      const found = groupExceptions(exceptions, createIdentity(false, clock));
      return [...found.values()].flatMap((exception) => toMoved(exception, clock));
    }
    if (getText(master, "status") === "CANCELLED") return [];
    return listSeries(master, exceptions, limits, clock);
  } catch {
    // Returns no dates for a malformed event, so that the calendar's other events are still read.
    return [];
  }
}

/** Returns the component with the highest SEQUENCE, or the first of several such components; undefined for none. */
function findNewest(components: readonly ICAL.Component[]): ICAL.Component | undefined {
  return components.toSorted((a, b) => getSequence(b) - getSequence(a))[0];
}

function getSequence(component: ICAL.Component): number {
  return Number.parseInt(getText(component, "sequence") ?? "", 10) || 0;
}

function listSeries(
  master: ICAL.Component,
  exceptionComponents: readonly ICAL.Component[],
  { from, until, maxDates }: Limits,
  clock: Clock,
): Occurrence[] {
  const [first] = listTimes(master, "dtstart");
  if (!first) return [];
  const identify = createIdentity(first.time.isDate, clock);
  const excluded = new Set(listTimes(master, "exdate").map(identify));
  const exceptions = groupExceptions(exceptionComponents, identify);
  const isListed = (set: { has(identity: string): boolean }, time: ICAL.Time, identity: string) =>
    set.has(identity) || set.has(formatDay(time));
  // An exception may move a date into the window even if the series begins after the window.
  const moved = [...exceptions].flatMap(([identity, component]) =>
    excluded.has(identity) ? [] : toMoved(component, clock),
  );
  const shifts = [...exceptions.values()]
    .filter(isForFuture)
    .flatMap((component) => toShift(component, clock))
    .sort((a, b) => a.from - b.from);
  const series = new ICAL.Event(master, { exceptions: [] });
  const durationMs = Math.max(0, series.duration.toSeconds()) * 1000;
  const occurrences = new Map<string, Occurrence>();
  for (const times of listTimeSources(master, first.time)) {
    for (const time of times) {
      const startsAt = clock.toInstant({ time, zoneName: first.zoneName });
      if (startsAt > until || occurrences.size >= maxDates) break;
      if (startsAt + durationMs < from && shifts.length === 0) continue;
      const identity = identify({ time, zoneName: first.zoneName });
      if (isListed(excluded, time, identity) || isListed(exceptions, time, identity)) continue;
      const key = series.isRecurring() ? `${series.uid} ${time}` : getKey(series);
      const shift = shifts.findLast((each) => each.from <= startsAt);
      occurrences.set(
        identity,
        shift ? shiftDate(shift, time, startsAt, key) : { event: series, start: time, startsAt, key },
      );
    }
  }
  return [...moved, ...occurrences.values()];
}

/**
 * Returns the dates of each recurrence rule, and of each RDATE. If no rule is valid, the first date of the series takes
 * the place of the rules' dates.
 */
function listTimeSources(master: ICAL.Component, first: ICAL.Time): Iterable<ICAL.Time>[] {
  const extra = listTimes(master, "rdate").map(({ time }): [ICAL.Time] => [time]);
  const rules = master.getAllProperties("rrule").map((property) => property.getFirstValue());
  const valid = rules.filter((rule): rule is ICAL.Recur => rule instanceof ICAL.Recur);
  return [...(valid.length > 0 ? valid.map((rule) => generateTimes(rule, first)) : [[first]]), ...extra];
}

/** Yields the dates of a rule. If the rule fails before it yields a date, yields the first date of the series. */
function* generateTimes(rule: ICAL.Recur, first: ICAL.Time): Generator<ICAL.Time> {
  let count = 0;
  try {
    const dates = rule.iterator(first);
    for (; count < MAX_DATES; count++) {
      const date = dates.next();
      if (!date) return;
      // Copies the date, since the iterator changes it later.
      yield date.clone();
    }
  } catch {
    if (count === 0) yield first;
  }
}

/** Creates a function that identifies a date of a series: by its day in an all-day series, otherwise by its instant. */
function createIdentity(isAllDay: boolean, clock: Clock): (named: NamedTime) => string {
  return (named) => {
    if (isAllDay) return clock.toDay(named);
    return named.time.isDate ? formatDay(named.time) : String(clock.toInstant(named));
  };
}

/** Maps each date that an exception replaces to the newest version of the exception. `identify` creates the keys. */
function groupExceptions(
  exceptions: readonly ICAL.Component[],
  identify: (named: NamedTime) => string,
): Map<string, ICAL.Component> {
  const oldestFirst = exceptions.toSorted((a, b) => getSequence(a) - getSequence(b));
  return new Map(
    oldestFirst.flatMap((component) =>
      listTimes(component, "recurrence-id").map((named) => [identify(named), component] as const),
    ),
  );
}

/** An exception that replaces a date and all later dates (RANGE=THISANDFUTURE), and moves each by `byMs`. */
interface Shift {
  event: ICAL.Event;
  /** First date that is replaced, in ms since 1970. */
  from: number;
  byMs: number;
}

function toShift(exception: ICAL.Component, clock: Clock): Shift[] {
  const [replaced] = listTimes(exception, "recurrence-id");
  const [start] = listTimes(exception, "dtstart");
  if (!replaced || !start) return [];
  const from = clock.toInstant(replaced);
  return [{ event: new ICAL.Event(exception), from, byMs: clock.toInstant(start) - from }];
}

function shiftDate({ event, byMs }: Shift, time: ICAL.Time, startsAt: number, key: string): Occurrence {
  const start = time.clone();
  start.addDuration(ICAL.Duration.fromSeconds(byMs / 1000));
  return { event, start, startsAt: startsAt + byMs, key };
}

function isForFuture(exception: ICAL.Component): boolean {
  return exception.getFirstProperty("recurrence-id")?.getFirstParameter("range") === "THISANDFUTURE";
}

/** Returns the new date that an exception sets; [] if the exception has no start. */
function toMoved(exception: ICAL.Component, clock: Clock): Occurrence[] {
  const event = new ICAL.Event(exception);
  const key = `${event.uid} ${exception.getFirstPropertyValue("recurrence-id")}`;
  return listTimes(exception, "dtstart").map((named) => ({
    event,
    start: named.time,
    startsAt: clock.toInstant(named),
    key,
  }));
}

function getKey(event: ICAL.Event): string {
  return event.uid ?? `${event.summary} ${event.startDate}`;
}

/** Returns the valid dates and times of a property that may be repeated and may have several values. */
function listTimes(component: ICAL.Component, name: string): NamedTime[] {
  return component.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value) => {
      const time = value instanceof ICAL.Period ? value.start : value;
      return time instanceof ICAL.Time ? [{ time, zoneName: String(property.getFirstParameter("tzid") ?? "") }] : [];
    }),
  );
}
