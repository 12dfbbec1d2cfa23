/** What pages are given of events. Everything here is plain data, safe to send to a browser. */

/** One event, worded for readers. */
export interface EventEntry {
  /** Its place on the page. */
  id: string;
  title: string;
  /** "7:30 p.m. to 9 p.m.", or "all day". */
  time: string;
  /** "Through December 7", where it lasts longer than a day. */
  through: string | null;
  place: string | null;
  /** Where its organizer tells more. */
  link: string | null;
  /** Who announces it. */
  publisher: string;
  /** For machines: an instant, or a day. */
  startsAt: string;
  endsAt: string;
}

/** An event as a wall of the coming ones shows it. */
export interface ComingEvent extends EventEntry {
  /** The title such as "Sat, Dec 5". */
  day: { date: string; title: string };
  /** Its place on the page of its month. */
  href: string;
}

export interface EventDay {
  /** Such as 2026-12-05. */
  date: string;
  /** "Saturday, December 5". */
  title: string;
  events: EventEntry[];
}

/** A day in the table of a month. */
export interface MonthCell {
  date: string;
  number: number;
  isToday: boolean;
  /** "December 5: 2 events". */
  label: string;
  events: Pick<EventEntry, "id" | "title" | "time">[];
}

/** The weeks of a month, as a table shows them. */
export interface MonthWeeks<Cell> {
  /** The names of the week's days, in the order of the table. */
  weekdays: { short: string; long: string }[];
  /** Null where a day of the week is none of the month. */
  weeks: { key: string; cells: (Cell | null)[] }[];
}

export interface MonthLink {
  title: string;
  href: string;
}

/** The events of a month. */
export interface EventsMonth extends MonthWeeks<MonthCell> {
  /** "December 2026". */
  title: string;
  /** The page's address from its first slash. */
  href: string;
  isCurrent: boolean;
  previous: MonthLink | null;
  next: MonthLink | null;
  /** The days from today on that have events, each event on its first of them. */
  days: EventDay[];
  /** What readers are told where a calendar does not answer. */
  notice: string | null;
}

/** The events of the edition's calendars, answered from the store alone. */
export interface Events {
  /**
   * @param name such as 2026-12; this month where it is none that can hold events
   * @returns null where the edition has no calendars, or none of them has ever answered
   */
  month(name: string | null): Promise<EventsMonth | null>;
  /** The next events, soonest first. */
  coming(count: number): Promise<ComingEvent[]>;
}
