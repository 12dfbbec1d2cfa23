import type { Edition } from "../editions/load.ts";
import { calendarsOf, eventsBetween } from "../store/calendars.ts";
import type { Database } from "../store/schema.ts";
import { type DatedEvent, datedEvent, dayOf, worded } from "./entry.ts";
import { layOutMonth } from "./month.ts";
import { DAYS_AHEAD } from "./poll.ts";
import type { Events } from "./views.ts";

const NOTICE = "A calendar does not answer at the moment. Its events are shown as it last gave them.";

/**
 * The edition's events, from the calendars that it names.
 *
 * @param now milliseconds since 1970
 */
export function eventsOf(edition: Edition, database: Database, now: number): Events {
  const urls = edition.calendars.map(({ url }) => url);
  const today = dayOf(new Date(now).toISOString(), edition.timeZone);
  const after = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();

  /** The events that take any of the days, soonest first; the same event in two calendars stands once. */
  async function between(first: string, last: string): Promise<DatedEvent[]> {
    const stored = await eventsBetween(database, urls, after(first, -1), after(last, 2));
    const dated = stored
      .map((event) => datedEvent(event, edition))
      .filter((event) => event.last >= first && event.first <= last);
    const once = new Map(dated.map((event) => [`${event.entry.startsAt} ${event.entry.title.toLowerCase()}`, event]));
    return [...once.values()].sort((a, b) => compare(a, b));
  }

  return {
    async month(name) {
      const states = await calendarsOf(database, urls);
      if (states.every(({ last_success_at }) => last_success_at === null)) return null;
      const [thisMonth, lastMonth] = [today.slice(0, 7), after(today, DAYS_AHEAD).slice(0, 7)];
      const isKnown = name !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(name) && name >= thisMonth && name <= lastMonth;
      const month = isKnown ? name : thisMonth;
      const first = `${month}-01`;
      const last = after(first, Temporal.PlainYearMonth.from(month).daysInMonth - 1);
      const events = await between(month === thisMonth ? today : first, last);
      const hasFailed = states.some(({ last_error }) => last_error !== null);
      return layOutMonth({ edition, month, today, lastMonth, events, notice: hasFailed ? NOTICE : null });
    },

    async coming(count) {
      const events = (await between(today, after(today, DAYS_AHEAD))).slice(0, count);
      return events.map(({ entry, first }) => {
        const isRunning = first < today;
        const date = isRunning ? today : first;
        const month = date.slice(0, 7) === today.slice(0, 7) ? "" : `?month=${date.slice(0, 7)}`;
        return {
          ...entry,
          day: { date, title: worded(date, edition.language, { weekday: "short", month: "short", day: "numeric" }) },
          href: `/${edition.embeds.events.section}${month}#${entry.id}`,
        };
      });
    },
  };
}

/** Within a day, what lasts all day stands first. */
function compare(a: DatedEvent, b: DatedEvent): number {
  return a.first === b.first ? (a.entry.startsAt < b.entry.startsAt ? -1 : 1) : a.first < b.first ? -1 : 1;
}
