import { addRows, toBatches } from "../batches.ts";
import { recordChanges } from "../changes.ts";
import { withWriterLock } from "../engines/engine.ts";
import type { CalendarRow, Database } from "../schema/schema.ts";

/** One occurrence of an event. A recurring event has several occurrences, each with its own key. */
export interface CalendarEvent {
  /** Identifies the occurrence within its calendar, and stays the same between polls. */
  key: string;
  title: string;
  place: string | null;
  link: string | null;
  isAllDay: boolean;
  /** ISO 8601 instant; for an all-day event, the first date, such as 2026-12-05. */
  startsAt: string;
  /** ISO 8601 instant; for an all-day event, the last date. */
  endsAt: string;
}

/** A stored event, with the URL of the calendar that lists it. */
export interface StoredEvent extends CalendarEvent {
  calendarUrl: string;
}

/** Adds the calendars that are not stored yet, due for polling now. Leaves stored calendars unchanged. */
export async function addCalendars(database: Database, urls: readonly string[], now: string): Promise<void> {
  const rows = urls.map((url) => ({ url, failures: 0, next_poll_at: now }));
  await addRows(database, "calendars", rows);
}

/** Returns the states of the given calendars; omits calendars that are not stored. */
export async function listCalendars(database: Database, urls: readonly string[]): Promise<CalendarRow[]> {
  if (urls.length === 0) return [];
  return database.selectFrom("calendars").selectAll().where("url", "in", urls).execute();
}

/** Makes a calendar due for polling now, and resets its backoff. Returns false if it is not stored. */
export async function triggerCalendar(database: Database, url: string, now: string): Promise<boolean> {
  const result = await database
    .updateTable("calendars")
    .set({ next_poll_at: now, failures: 0 })
    .where("url", "=", url)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Makes all calendars due for polling now. Returns their number. */
export async function triggerAllCalendars(database: Database, now: string): Promise<number> {
  const result = await database.updateTable("calendars").set({ next_poll_at: now }).executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** If the most recent poll of a calendar failed, makes the calendar due for polling now. */
export async function resumeFailedCalendars(database: Database, now: string): Promise<void> {
  const calendars = database.updateTable("calendars").set({ next_poll_at: now });
  await calendars.where("failures", ">", 0).where("next_poll_at", ">", now).execute();
}

/** Stores a calendar's state after a poll, and replaces its events. @param events null to keep the stored events */
export async function saveCalendar(database: Database, row: CalendarRow, events: readonly CalendarEvent[] | null) {
  const { url } = row;
  await withWriterLock(database, async (transaction) => {
    if (events) await replaceEvents(transaction, url, events);
    await transaction.updateTable("calendars").set(row).where("url", "=", url).execute();
    await recordChanges(transaction, [{ kind: "calendar", sourceUrl: url }]);
  });
}

async function replaceEvents(database: Database, url: string, events: readonly CalendarEvent[]): Promise<void> {
  const rows = events.map(({ key, title, place, link, isAllDay, startsAt, endsAt }) => ({
    calendar_url: url,
    event_key: key,
    title,
    place,
    link,
    is_all_day: isAllDay ? 1 : 0,
    starts_at: startsAt,
    ends_at: endsAt,
  }));
  await database.deleteFrom("events").where("calendar_url", "=", url).execute();
  for (const batch of toBatches(rows)) await database.insertInto("events").values(batch).execute();
}

/**
 * Returns the events of the given calendars in a range of dates, soonest first. Since instants are in UTC, callers
 * extend the range by a day at each end.
 *
 * @param from first date of the range, such as 2026-12-01
 * @param until day after the last date of the range
 */
export async function listEventsBetween(database: Database, urls: readonly string[], from: string, until: string) {
  if (urls.length === 0) return [];
  // The columns contain both dates and instants. Comparing them as text puts the mixture in chronological order.
  const rows = await database
    .selectFrom("events")
    .select(["calendar_url as calendarUrl", "event_key as key", "title", "place", "link"])
    .select(["is_all_day", "starts_at as startsAt", "ends_at as endsAt"])
    .where("calendar_url", "in", urls)
    .where("ends_at", ">=", from)
    .where("starts_at", "<", until)
    .orderBy("starts_at")
    .orderBy("event_key")
    .execute();
  return rows.map(({ is_all_day, ...event }) => ({ ...event, isAllDay: is_all_day === 1 }));
}
