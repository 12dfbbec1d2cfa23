import { formatDate } from "./eventDates.ts";
import type { MonthWeeks } from "./eventViews.ts";

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
