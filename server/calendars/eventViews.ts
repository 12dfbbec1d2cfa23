/** An event formatted for readers. Everything in this file is plain data, safe to send to a browser. */
export interface EventEntry {
  id: string;
  title: string;
  /** "7:30 p.m. to 9 p.m.", or "all day". */
  time: string;
  /** "Through December 7" for an event of several days. */
  through: string | null;
  place: string | null;
  link: string | null;
  publisher: string;
  /** An ISO 8601 instant, or a date for an all-day event. */
  startsAt: string;
  endsAt: string;
}

interface UpcomingEvent extends EventEntry {
  /** With a title such as "Sat, Dec 5". */
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

/** The rows of a month's table, with column headings. */
export interface MonthWeeks<Cell> {
  weekdays: { short: string; long: string }[];
  /** A cell is null where the day belongs to another month. */
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
  /** Days from today on that have events. An event of several days is on the first of them. */
  days: EventDay[];
  /** Message for readers if a calendar cannot be fetched. */
  notice: string | null;
}

export interface Events {
  /**
   * @param name such as 2026-12; otherwise, or if that month cannot have events, the current one
   * @returns null if the edition has no calendars, or none of them was ever fetched
   */
  getMonth(name: string | null): Promise<EventsMonth | null>;
  /** Returns the next events, soonest first. */
  getUpcoming(count: number): Promise<UpcomingEvent[]>;
}
