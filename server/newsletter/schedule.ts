import type { NewsletterFile } from "../editions/newsletter.ts";

/** When an edition's briefing is due. */
type Hours = Pick<NewsletterFile, "hour" | "hoursLate">;

/**
 * The instant at which a day's briefing is due. An hour that clocks skip in spring comes as much later as they are put
 * forward; of one that comes twice in autumn it is the first.
 */
export function dueAt(date: string, { hour }: Hours, timeZone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${hour}`).toZonedDateTime(timeZone, { disambiguation: "compatible" })
    .epochMilliseconds;
}

/** The day at an instant, such as 2025-04-17, by an edition's clocks. */
export function dayAt(now: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/**
 * Whose day's briefing is to be put together now: today's, between its hour and the last moment at which it may be late.
 *
 * @param now milliseconds since 1970
 * @param lastDate the day of the newest issue; a clock that was set back brings no day before it again
 * @returns the day, or null where nothing is due
 */
export function dueDate(hours: Hours, timeZone: string, now: number, lastDate: string | null): string | null {
  const today = dayAt(now, timeZone);
  if (lastDate !== null && today <= lastDate) return null;
  const due = dueAt(today, hours, timeZone);
  return now >= due && now <= due + hours.hoursLate * 3_600_000 ? today : null;
}
