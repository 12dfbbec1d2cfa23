import { getServerTexts } from "../../core/language/catalogs.ts";
import type { Edition } from "../editions/loading/load.ts";
import { listCalendars, listEventsBetween } from "../store/feeds/calendars.ts";
import type { Database } from "../store/schema/schema.ts";
import { type DatedEvent, formatDate, formatDay, layOutWeeks, toDatedEvent, toLocalDate } from "./eventDates.ts";
import type { EventDay, Events, EventsMonth, MonthCell, MonthLink } from "./eventViews.ts";
import { EVENT_DAYS_AHEAD } from "./poll.ts";

/** Date format such as "Sat, Dec 5". */
const DAY_FORMAT = { weekday: "short", month: "short", day: "numeric" } as const;

/** @param now ms since 1970 */
export function createEvents(edition: Edition, database: Database, now: number): Events {
  const page = getEventsPath(edition);
  const urls = edition.calendars.map(({ url }) => url);
  const today = toLocalDate(new Date(now).toISOString(), edition.timeZone);
  const thisMonth = today.slice(0, 7);
  const lastDay = addDays(today, EVENT_DAYS_AHEAD);

  /**
   * Returns the events from `first` to `last`, soonest first. Returns only one of several events with the same start
   * and title, since several calendars may list the same event.
   */
  async function listEvents(first: string, last: string): Promise<DatedEvent[]> {
    const stored = await listEventsBetween(database, urls, addDays(first, -1), addDays(last, 2));
    const dated = stored
      .map((event) => toDatedEvent(event, edition))
      .filter((event) => event.last >= first && event.first <= last);
    const distinct = new Map(
      dated.map((event) => [`${event.entry.startsAt} ${event.entry.title.toLowerCase()}`, event]),
    );
    return [...distinct.values()].sort(compare);
  }

  return {
    async getMonth(name) {
      const states = await listCalendars(database, urls);
      if (states.every(({ last_success_at }) => last_success_at === null)) return null;
      const lastMonth = lastDay.slice(0, 7);
      const isKnown = name !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(name) && name >= thisMonth && name <= lastMonth;
      const month = isKnown ? name : thisMonth;
      const first = month === thisMonth ? today : `${month}-01`;
      const last = Temporal.PlainYearMonth.from(month);
      const events = await listEvents(first, last.toPlainDate({ day: last.daysInMonth }).toString());
      const hasFailed = states.some(({ failures }) => failures > 0);
      return layOutMonth({
        edition,
        month,
        today,
        lastMonth,
        events,
        notice: hasFailed ? getServerTexts(edition.language).events.notice : null,
      });
    },

    async getUpcoming(count) {
      const events = await listEvents(today, lastDay);
      return events.slice(0, count).map(({ entry, first }) => {
        const hasStarted = first < today;
        const date = hasStarted ? today : first;
        const month = date.slice(0, 7);
        const query = month === thisMonth ? "" : `?month=${month}`;
        return {
          ...entry,
          day: { date, title: formatDate(date, edition.language, DAY_FORMAT) },
          href: `${page}${query}#${entry.id}`,
        };
      });
    },
  };
}

/** Returns the path of the events page. Every edition with calendars has this page. */
function getEventsPath({ embeds }: Pick<Edition, "embeds">): string {
  return `/${embeds.events?.section ?? ""}`;
}

function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Compares events by first day, then by start. An all-day event starts at midnight UTC. */
function compare(a: DatedEvent, b: DatedEvent): number {
  return a.first === b.first ? (a.entry.startsAt < b.entry.startsAt ? -1 : 1) : a.first < b.first ? -1 : 1;
}

interface MonthInput {
  edition: Pick<Edition, "language" | "embeds">;
  /** Month such as 2026-12, like `lastMonth`. */
  month: string;
  today: string;
  lastMonth: string;
  /** The month's events, soonest first. Events before today are left out. */
  events: readonly DatedEvent[];
  notice: string | null;
}

/** Builds the view of a month: a table of all its days, and a list of days with events. Days before today are empty. */
export function layOutMonth({ edition, month, today, lastMonth, events, notice }: MonthInput): EventsMonth {
  const { language } = edition;
  const firstDay = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const dates = Array.from({ length: firstDay.daysInMonth }, (_, index) => firstDay.add({ days: index }));
  const thisMonth = today.slice(0, 7);
  const path = getEventsPath(edition);
  const toHref = (name: string) => (name === thisMonth ? path : `${path}?month=${name}`);
  const linkTo = (months: number): MonthLink | null => {
    const name = firstDay.add({ months }).toString().slice(0, 7);
    return name < thisMonth || name > lastMonth ? null : { title: formatMonth(name, language), href: toHref(name) };
  };
  return {
    title: formatMonth(month, language),
    href: toHref(month),
    isCurrent: month === thisMonth,
    previous: linkTo(-1),
    next: linkTo(1),
    ...layOutWeeks(firstDay, dates.map(toCell), language),
    days: listDaysFrom(month === thisMonth ? today : firstDay.toString()),
    notice,
  };

  function toCell(day: Temporal.PlainDate): MonthCell {
    const date = day.toString();
    const onDay = date < today ? [] : events.filter(({ first, last }) => first <= date && date <= last);
    return {
      date,
      number: day.day,
      isToday: date === today,
      label: getServerTexts(language).events.dayCount(formatDay(date, language), onDay.length),
      events: onDay.map(({ entry: { id, title, time } }) => ({ id, title, time })),
    };
  }

  function listDaysFrom(start: string): EventDay[] {
    const days = Map.groupBy(
      events.filter(({ last }) => last >= start),
      ({ first }) => (first < start ? start : first),
    );
    return [...days]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, onDay]) => ({
        date,
        title: formatDate(date, language, { weekday: "long", month: "long", day: "numeric" }),
        events: onDay.map(({ entry }) => entry),
      }));
  }
}

/** Formats a month such as 2026-12 as "December 2026". */
function formatMonth(month: string, language: string): string {
  return formatDate(`${month}-01`, language, { month: "long", year: "numeric" });
}
