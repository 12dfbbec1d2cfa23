import type { CalendarRow, Database } from "./schema.ts";

/** An event of the store, with the calendar that announces it. */
export interface StoredEvent extends CalendarEvent {
  calendarUrl: string;
}

/** Rows a statement: databases bound how many values one takes. */
const AT_ONCE = 500;

/** Makes new calendars known, due at once; known ones stay as they are. */
export async function addCalendars(database: Database, urls: readonly string[], now: string): Promise<void> {
  if (urls.length === 0) return;
  const rows = urls.map(
    (url): CalendarRow => ({
      url,
      last_attempt_at: null,
      last_success_at: null,
      last_error: null,
      failures: 0,
      next_poll_at: now,
    }),
  );
  await database
    .insertInto("calendars")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How the named calendars are; those that were never asked for are left out. */
export async function calendarsOf(database: Database, urls: readonly string[]): Promise<CalendarRow[]> {
  if (urls.length === 0) return [];
  return database.selectFrom("calendars").selectAll().where("url", "in", urls).execute();
}

export async function saveCalendar(database: Database, row: CalendarRow): Promise<void> {
  await database.updateTable("calendars").set(row).where("url", "=", row.url).execute();
}

/**
 * Makes a calendar due now and forgets its back-off.
 *
 * @returns whether the calendar is known
 */
export async function nudgeCalendar(database: Database, url: string, now: string): Promise<boolean> {
  const result = await database
    .updateTable("calendars")
    .set({ next_poll_at: now, failures: 0 })
    .where("url", "=", url)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Puts a calendar's events in place of those that it had. */
export async function replaceEvents(database: Database, url: string, events: readonly CalendarEvent[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom("events").where("calendar_url", "=", url).execute();
    for (let start = 0; start < events.length; start += AT_ONCE)
      await transaction
        .insertInto("events")
        .values(
          events.slice(start, start + AT_ONCE).map((event) => ({
            calendar_url: url,
            event_key: event.key,
            title: event.title,
            place: event.place,
            link: event.link,
            is_all_day: event.isAllDay ? 1 : 0,
            starts_at: event.startsAt,
            ends_at: event.endsAt,
          })),
        )
        .execute();
  });
}

/**
 * The events that calendars announce for some days, soonest first.
 *
 * @param from the first day, such as 2026-12-01
 * @param until the day after the last; both with a day to spare for the time zone
 */
export async function eventsBetween(
  database: Database,
  urls: readonly string[],
  from: string,
  until: string,
): Promise<StoredEvent[]> {
  if (urls.length === 0) return [];
  // Days and instants stand in one column: as texts both sort by their day.
  const rows = await database
    .selectFrom("events")
    .selectAll()
    .where("calendar_url", "in", urls)
    .where("ends_at", ">=", from)
    .where("starts_at", "<", until)
    .orderBy("starts_at")
    .orderBy("event_key")
    .execute();
  return rows.map((row) => ({
    calendarUrl: row.calendar_url,
    key: row.event_key,
    title: row.title,
    place: row.place,
    link: row.link,
    isAllDay: row.is_all_day === 1,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }));
}

/** One date of an event: each date of one that repeats is an event of its own. */
export interface CalendarEvent {
  /** What tells it from the calendar's others, the same at every reading. */
  key: string;
  title: string;
  place: string | null;
  link: string | null;
  isAllDay: boolean;
  /** An instant; the day, such as 2026-12-05, where it lasts all day. */
  startsAt: string;
  /** An instant; the last day where it lasts all day. */
  endsAt: string;
}
