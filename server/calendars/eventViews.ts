/** An event formatted for readers. All types in this file are plain data, safe to send to a browser. */
export interface EventEntry {
  id: string;
  title: string;
  /** "7:30 p.m. to 9 p.m.", or "all day". */
  time: string;
  /** "Through December 7"; null for an event of one day. */
  through: string | null;
  place: string | null;
  link: string | null;
  publisher: string;
  /** Start and end, ISO 8601: instants or, for an all-day event, dates. */
  startsAt: string;
  endsAt: string;
}

interface UpcomingEvent extends EventEntry {
  /** The event's first day, or today if it started earlier. `title` looks like "Sat, Dec 5". */
  day: { date: string; title: string };
  /** URL of the event on the page of its month. */
  href: string;
}

export interface EventDay {
  date: string;
  /** "Saturday, December 5". */
  title: string;
  events: EventEntry[];
}

export interface MonthCell {
  date: string;
  number: number;
  isToday: boolean;
  /** "December 5: 2 events". */
  label: string;
  events: Pick<EventEntry, "id" | "title" | "time">[];
}

/** Rows and column headings of a month's table. */
export interface MonthWeeks<Cell> {
  weekdays: { short: string; long: string }[];
  /** Cells are null for days of other months. */
  weeks: { key: string; cells: (Cell | null)[] }[];
}

export interface MonthLink {
  title: string;
  href: string;
}

export interface EventsMonth extends MonthWeeks<MonthCell> {
  /** "December 2026". */
  title: string;
  href: string;
  isCurrent: boolean;
  previous: MonthLink | null;
  next: MonthLink | null;
  /** Days with events, from today on. An event of several days is listed once, on its first day on the page. */
  days: EventDay[];
  /** Message for readers if the most recent poll of a calendar failed; otherwise null. */
  notice: string | null;
}

export interface Events {
  /**
   * @param name a month such as 2026-12; null, or a month that cannot have events, selects the current month
   * @returns null if the edition has no calendars, or none of them has been fetched yet
   */
  getMonth(name: string | null): Promise<EventsMonth | null>;
  /** Returns the next events, soonest first. */
  getUpcoming(count: number): Promise<UpcomingEvent[]>;
}
