import type { Edition } from "../editions/load.ts";
import { type DatedEvent, dayTitle, worded } from "./entry.ts";
import type { EventDay, EventsMonth, MonthCell, MonthLink } from "./views.ts";
import { layOutWeeks } from "./weeks.ts";

interface MonthOf {
  edition: Edition;
  /** Such as 2026-12. */
  month: string;
  /** Such as 2026-12-05. */
  today: string;
  /** The last month that can hold events. */
  lastMonth: string;
  /** All events of the month, soonest first. */
  events: readonly DatedEvent[];
  notice: string | null;
}

/** Lays a month out: a table of its days, and a list of those that are still to come. */
export function layOutMonth({ edition, month, today, lastMonth, events, notice }: MonthOf): EventsMonth {
  const { language } = edition;
  const begin = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const dates = Array.from({ length: begin.daysInMonth }, (_, day) => begin.add({ days: day }));
  const thisMonth = today.slice(0, 7);
  const path = `/${edition.embeds.events.section}`;
  const hrefOf = (name: string) => (name === thisMonth ? path : `${path}?month=${name}`);
  const linkTo = (months: number): MonthLink | null => {
    const name = begin.add({ months }).toString().slice(0, 7);
    return name < thisMonth || name > lastMonth ? null : { title: monthTitle(name, language), href: hrefOf(name) };
  };
  return {
    title: monthTitle(month, language),
    href: hrefOf(month),
    isCurrent: month === thisMonth,
    previous: linkTo(-1),
    next: linkTo(1),
    ...layOutWeeks(begin, dates.map(cellOf), language),
    days: daysFrom(month === thisMonth ? today : begin.toString()),
    notice,
  };

  function cellOf(date: Temporal.PlainDate): MonthCell {
    const name = date.toString();
    const onDay = name < today ? [] : events.filter(({ first, last }) => first <= name && name <= last);
    const count = onDay.length === 1 ? "1 event" : `${onDay.length} events`;
    return {
      date: name,
      number: date.day,
      isToday: name === today,
      label: `${dayTitle(name, language)}: ${count}`,
      events: onDay.map(({ entry: { id, title, time } }) => ({ id, title, time })),
    };
  }

  function daysFrom(from: string): EventDay[] {
    const listed = Map.groupBy(
      events.filter(({ last }) => last >= from),
      ({ first }) => (first < from ? from : first),
    );
    return [...listed]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, onDay]) => ({
        date,
        title: worded(date, language, { weekday: "long", month: "long", day: "numeric" }),
        events: onDay.map(({ entry }) => entry),
      }));
  }
}

/** "December 2026". */
function monthTitle(month: string, language: string): string {
  return worded(`${month}-01`, language, { month: "long", year: "numeric" });
}
