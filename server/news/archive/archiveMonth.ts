import { dayTitle } from "../../calendars/entry.ts";
import { layOutWeeks } from "../../calendars/weeks.ts";
import type { ArchiveCell, ArchiveMonth } from "./archiveViews.ts";

/**
 * Lays the days of a month out.
 *
 * @param first the month's first day
 * @param counts how many stories each of its days has
 */
export function layOutArchiveMonth(
  first: Temporal.PlainDate,
  counts: readonly number[],
  language: string,
): Pick<ArchiveMonth, "count" | "weekdays" | "weeks"> {
  const cells = counts.map((count, index): ArchiveCell => {
    const date = first.add({ days: index }).toString();
    return {
      date,
      number: index + 1,
      count,
      label: `${dayTitle(date, language)}: ${count === 1 ? "1 story" : `${count} stories`}`,
      href: `/archive/${date.replaceAll("-", "/")}`,
    };
  });
  return { count: counts.reduce((sum, count) => sum + count, 0), ...layOutWeeks(first, cells, language) };
}
