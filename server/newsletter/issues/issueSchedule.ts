import { toLocalDate } from "../../calendars/eventDates.ts";
import type { NewsletterConfig } from "../../editions/schema/newsletter.ts";

type Schedule = Pick<NewsletterConfig, "hour" | "hoursLate">;

/**
 * Returns the instant at which a day's briefing is due, in ms since 1970. If daylight saving time skips the hour, the
 * briefing is due later by the length of the gap; if the hour occurs twice, the briefing is due the first time.
 */
export function getDueTime(date: string, { hour }: Schedule, timeZone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${hour}`).toZonedDateTime(timeZone, { disambiguation: "compatible" })
    .epochMilliseconds;
}

/**
 * Returns today's date while today's briefing is due: from its time until `hoursLate` hours later. Otherwise returns
 * null.
 *
 * @param now milliseconds since 1970
 * @param lastDate date of the newest issue, null for none; this and earlier dates are not due, even if the clock is set
 * back
 */
export function findDueDate(schedule: Schedule, timeZone: string, now: number, lastDate: string | null): string | null {
  const today = toLocalDate(new Date(now).toISOString(), timeZone);
  if (lastDate !== null && today <= lastDate) return null;
  const due = getDueTime(today, schedule, timeZone);
  return now >= due && now <= due + schedule.hoursLate * 3_600_000 ? today : null;
}

/**
 * Returns the time at which the next briefing is due, in ms since 1970. If today's time has passed or today's issue
 * exists, returns tomorrow's time.
 *
 * @param now milliseconds since 1970
 * @param lastDate date of the newest issue; null for none
 */
export function getNextDueTime(schedule: Schedule, timeZone: string, now: number, lastDate: string | null): number {
  const today = Temporal.PlainDate.from(toLocalDate(new Date(now).toISOString(), timeZone));
  const due = getDueTime(today.toString(), schedule, timeZone);
  const isOver = now >= due || (lastDate !== null && lastDate >= today.toString());
  return isOver ? getDueTime(today.add({ days: 1 }).toString(), schedule, timeZone) : due;
}
