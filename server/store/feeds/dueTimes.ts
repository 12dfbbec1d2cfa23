import { sql } from "kysely";
import { withWriterLock } from "../engines/engine.ts";
import type { Database } from "../schema/schema.ts";

/** Returns the time of the last attempt to poll a feed or a calendar, in ms since 1970; null before the first. */
export async function findLastAttempt(database: Database): Promise<number | null> {
  const latest = (table: "feeds" | "calendars") =>
    database.selectFrom(table).select(sql<string | null>`max(last_attempt_at)`.as("at"));
  const rows = await latest("feeds").unionAll(latest("calendars")).execute();
  const times = rows.flatMap(({ at }) => (at === null ? [] : Date.parse(at)));
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * Makes calendars, images, mails and notifications due now if their next attempt is after `now` (ISO 8601). Also ends
 * the backoffs of all hosts. Call this after the clock was set back, since some stored times may then be far in the
 * future. If a stored time is correct, the only effect is an early attempt. For feeds, the poller calls
 * `resumeFeedsOfTheFuture`.
 */
export async function makeAllDue(database: Database, now: string): Promise<void> {
  await withWriterLock(database, async (transaction) => {
    await transaction.updateTable("calendars").set({ next_poll_at: now }).where("next_poll_at", ">", now).execute();
    await transaction.updateTable("images").set({ next_try_at: now }).where("next_try_at", ">", now).execute();
    for (const table of ["confirmation_mails", "deliveries"] as const)
      await transaction.updateTable(table).set({ next_attempt_at: now }).where("next_attempt_at", ">", now).execute();
    await transaction.updateTable("websub_notifications").set({ due_at: now }).where("due_at", ">", now).execute();
    await transaction.deleteFrom("host_backoffs").where("retry_at", ">", now).execute();
  });
}
