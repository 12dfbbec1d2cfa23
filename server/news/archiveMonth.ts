import { dayTitle, worded } from "../events/entry.ts";
import type { ArchiveCell, ArchiveMonth } from "./archiveViews.ts";

/**
 * Lays the days of a month out as weeks that begin as the language's weeks do.
 *
 * @param days every day of the month, with how many stories it has
 */
export function layOutArchiveMonth(
  days: readonly { day: Temporal.PlainDate; count: number }[],
  language: string,
): Pick<ArchiveMonth, "count" | "weekdays" | "weeks"> {
  const firstWeekday = new Intl.Locale(language).getWeekInfo().firstDay;
  const blanks = ((days[0]?.day.dayOfWeek ?? 1) - firstWeekday + 7) % 7;
  const cells: (ArchiveCell | null)[] = [...Array<null>(blanks).fill(null), ...days.map(cellOf)];
  while (cells.length % 7 > 0) cells.push(null);
  return {
    count: days.reduce((sum, { count }) => sum + count, 0),
    weekdays: Array.from({ length: 7 }, (_, index) => {
      // January 1, 2024 was a Monday.
      const day = `2024-01-${String(((firstWeekday - 1 + index) % 7) + 1).padStart(2, "0")}`;
      return { short: worded(day, language, { weekday: "short" }), long: worded(day, language, { weekday: "long" }) };
    }),
    weeks: Array.from({ length: cells.length / 7 }, (_, week) => ({
      key: `week-${week + 1}`,
      cells: cells.slice(week * 7, week * 7 + 7),
    })),
  };

  function cellOf({ day, count }: { day: Temporal.PlainDate; count: number }): ArchiveCell {
    const date = day.toString();
    return {
      date,
      number: day.day,
      count,
      label: `${dayTitle(date, language)}: ${count === 1 ? "1 story" : `${count} stories`}`,
      href: `/archive/${date.replaceAll("-", "/")}`,
    };
  }
}
