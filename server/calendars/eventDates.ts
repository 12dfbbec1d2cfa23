import { createHash } from "node:crypto";
import { displayTime } from "../../core/dates.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { StoredEvent } from "../store/feeds/calendars.ts";
import type { EventEntry, MonthWeeks } from "./eventViews.ts";

/** An event with its first and its last date, such as "2026-12-05", in the edition's time zone. */
export interface DatedEvent {
  entry: EventEntry;
  first: string;
  last: string;
}

export function toDatedEvent(
  event: StoredEvent,
  edition: Pick<Edition, "timeZone" | "language" | "calendars">,
): DatedEvent {
  const { title, place, link, isAllDay, startsAt, endsAt, calendarUrl, key } = event;
  const { timeZone, language } = edition;
  const { events } = getServerTexts(language);
  const first = isAllDay ? startsAt : toLocalDate(startsAt, timeZone);
  // An event that ends at midnight does not extend into the next day.
  const last = isAllDay ? endsAt : toLocalDate(new Date(Date.parse(endsAt) - 1).toISOString(), timeZone);
  const isLong = last > first;
  const publisher = edition.calendars.find(({ url }) => url === calendarUrl)?.publisher ?? "";
  const id = createHash("sha256").update(`${calendarUrl} ${key}`).digest("hex").slice(0, 10);
  return {
    first,
    last: isLong ? last : first,
    entry: {
      id: `event-${id}`,
      title,
      place,
      link,
      publisher,
      startsAt,
      endsAt,
      time: isAllDay ? events.allDay : formatTime(event, edition, isLong),
      through: isLong ? events.through(formatDay(last, language)) : null,
    },
  };
}

function formatTime(
  { startsAt, endsAt }: StoredEvent,
  edition: Pick<Edition, "timeZone" | "language">,
  isLong: boolean,
): string {
  const start = displayTime(startsAt, edition);
  return isLong || startsAt === endsAt
    ? start
    : getServerTexts(edition.language).events.span(start, displayTime(endsAt, edition));
}

/** Returns the date of an instant, such as 2026-12-05. */
export function toLocalDate(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Formats a date such as 2026-12-05 as "December 5". */
export function formatDay(date: string, language: string): string {
  return formatDate(date, language, { month: "long", day: "numeric" });
}

/** Formats a date such as 2026-12-05 with the given options. */
export function formatDate(date: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(Date.parse(date));
}

/** Arranges a month's cells, one per day, in weeks. Weeks begin on the language's first weekday. */
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
