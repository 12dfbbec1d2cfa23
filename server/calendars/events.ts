import type { Edition } from "../editions/load.ts";
import { eventsBetween, findCalendars } from "../store/calendars.ts";
import type { Database } from "../store/schema.ts";
import { type DatedEvent, formatDate, toDate, toDatedEvent } from "./eventDates.ts";
import type { Events } from "./eventViews.ts";
import { layOutMonth } from "./month.ts";
import { DAYS_AHEAD } from "./poll.ts";

/** Such as "Sat, Dec 5". */
const DAY_FORMAT = { weekday: "short", month: "short", day: "numeric" } as const;
const NOTICE = "A calendar does not answer at the moment. Its events are shown as it last gave them.";

/**
 * Returns access to the events of an edition's calendars.
 *
 * @param now milliseconds since 1970
 */
export function createEvents(edition: Edition, database: Database, now: number): Events {
  const urls = edition.calendars.map(({ url }) => url);
  const today = toDate(new Date(now).toISOString(), edition.timeZone);
  const thisMonth = today.slice(0, 7);
  const lastDay = addDays(today, DAYS_AHEAD);

  /** Returns the events on any of the days, soonest first. An event that two calendars list is returned once. */
  async function findEvents(first: string, last: string): Promise<DatedEvent[]> {
    const stored = await eventsBetween(database, urls, addDays(first, -1), addDays(last, 2));
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
      const states = await findCalendars(database, urls);
      if (states.every(({ last_success_at }) => last_success_at === null)) return null;
      const lastMonth = lastDay.slice(0, 7);
      const isKnown = name !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(name) && name >= thisMonth && name <= lastMonth;
      const month = isKnown ? name : thisMonth;
      const first = month === thisMonth ? today : `${month}-01`;
      const last = Temporal.PlainYearMonth.from(month);
      const events = await findEvents(first, last.toPlainDate({ day: last.daysInMonth }).toString());
      const hasFailed = states.some(({ last_error }) => last_error !== null);
      return layOutMonth({ edition, month, today, lastMonth, events, notice: hasFailed ? NOTICE : null });
    },

    async getUpcoming(count) {
      const events = await findEvents(today, lastDay);
      return events.slice(0, count).map(({ entry, first }) => {
        const hasStarted = first < today;
        const date = hasStarted ? today : first;
        const month = date.slice(0, 7);
        const query = month === thisMonth ? "" : `?month=${month}`;
        return {
          ...entry,
          day: { date, title: formatDate(date, edition.language, DAY_FORMAT) },
          href: `/${edition.embeds.events.section}${query}#${entry.id}`,
        };
      });
    },
  };
}

function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Orders events by day. Within a day, all-day events come first. */
function compare(a: DatedEvent, b: DatedEvent): number {
  return a.first === b.first ? (a.entry.startsAt < b.entry.startsAt ? -1 : 1) : a.first < b.first ? -1 : 1;
}
