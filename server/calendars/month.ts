import type { Edition } from "../editions/load.ts";
import { type DatedEvent, formatDate, formatDay } from "./eventDates.ts";
import type { EventDay, EventsMonth, MonthCell, MonthLink, MonthWeeks } from "./eventViews.ts";

interface MonthInput {
  edition: Pick<Edition, "language" | "embeds">;
  /** Such as 2026-12. */
  month: string;
  today: string;
  /** The last month that may have events. */
  lastMonth: string;
  /** All events of the month, soonest first. */
  events: readonly DatedEvent[];
  notice: string | null;
}

/** Lays out a month: a table of its days, and a list of those from today on. */
export function layOutMonth({ edition, month, today, lastMonth, events, notice }: MonthInput): EventsMonth {
  const { language } = edition;
  const firstDay = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const dates = Array.from({ length: firstDay.daysInMonth }, (_, index) => firstDay.add({ days: index }));
  const thisMonth = today.slice(0, 7);
  const path = `/${edition.embeds.events.section}`;
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
    const count = onDay.length === 1 ? "1 event" : `${onDay.length} events`;
    return {
      date,
      number: day.day,
      isToday: date === today,
      label: `${formatDay(date, language)}: ${count}`,
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

/**
 * Lays a month out in weeks that begin on the language's first weekday.
 *
 * @param first the month's first day
 * @param days one cell for each of its days
 */
export function layOutWeeks<Cell>(
  first: Temporal.PlainDate,
  days: readonly Cell[],
  language: string,
): MonthWeeks<Cell> {
  const firstWeekday = new Intl.Locale(language).getWeekInfo().firstDay;
  const blanks = (first.dayOfWeek - firstWeekday + 7) % 7;
  const cells = [...Array<null>(blanks).fill(null), ...days];
  while (cells.length % 7 > 0) cells.push(null);
  return {
    weekdays: Array.from({ length: 7 }, (_, index) => {
      // January 1, 2024 was a Monday.
      const day = `2024-01-${String(((firstWeekday - 1 + index) % 7) + 1).padStart(2, "0")}`;
      return {
        short: formatDate(day, language, { weekday: "short" }),
        long: formatDate(day, language, { weekday: "long" }),
      };
    }),
    weeks: Array.from({ length: cells.length / 7 }, (_, week) => ({
      key: `week-${week + 1}`,
      cells: cells.slice(week * 7, week * 7 + 7),
    })),
  };
}
