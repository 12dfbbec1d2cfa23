import type { Updateable } from "kysely";
import { withWriterLock } from "../engines/engine.ts";
import type { Database, Tables } from "../schema/schema.ts";

/** A feed that an edition publishes, such as its RSS feed. */
export interface FeedTopic {
  edition: string;
  /** Path of the feed, with its leading slash. */
  path: string;
}

/** A notification to a WebSub hub that was due when it was read. */
export interface DueNotification extends FeedTopic {
  /** Due time, ISO 8601. */
  due_at: string;
  /** Number of consecutive failed attempts. */
  failures: number;
}

/**
 * Schedules notifications to WebSub hubs about changed feeds of an edition. A notification that is not due yet keeps
 * its time, so that any number of changes causes one notification. A notification that is due gets a new time, since
 * another process may be sending it now, before this change. `storeSuccess` then keeps the notification for another send.
 *
 * @param minIntervalMs minimum interval, in ms, between two notifications about one feed
 * @param now ms since 1970
 */
export async function scheduleNotifications(
  database: Database,
  edition: string,
  paths: readonly string[],
  minIntervalMs: number,
  now: number,
): Promise<void> {
  if (paths.length === 0) return;
  await withWriterLock(database, async (transaction) => {
    const table = "websub_notifications";
    const rows = await transaction.selectFrom(table).selectAll().where("edition", "=", edition).execute();
    const byPath = new Map(rows.map((row) => [row.path, row]));
    for (const path of paths) {
      const { due_at, notified_at } = byPath.get(path) ?? {};
      if (due_at && Date.parse(due_at) > now) continue;
      // A `notified_at` in the future means that the clock was set back since, so `now` replaces it.
      const earliest = notified_at ? Math.min(Date.parse(notified_at), now) + minIntervalMs : now;
      const due = new Date(Math.max(now, earliest)).toISOString();
      await transaction
        .insertInto(table)
        .values({ edition, path, due_at: due, failures: 0 })
        .onConflict((conflict) => conflict.columns(["edition", "path"]).doUpdateSet({ due_at: due }))
        .execute();
    }
  });
}

/** Returns up to `limit` due notifications, longest overdue first. */
export function listDueNotifications(database: Database, now: string, limit: number): Promise<DueNotification[]> {
  return database
    .selectFrom("websub_notifications")
    .select(["edition", "path", "due_at", "failures"])
    .where("due_at", "<=", now)
    .$narrowType<{ due_at: string }>()
    .orderBy("due_at")
    .limit(limit)
    .execute();
}

/**
 * Records that a hub accepted a notification. If any process changed the feed since the notification was read,
 * schedules another notification after the minimum interval.
 *
 * @param now ms since 1970
 */
export function storeSuccess(database: Database, notification: DueNotification, minIntervalMs: number, now: number) {
  return withWriterLock(database, async (transaction) => {
    const row = await transaction
      .selectFrom("websub_notifications")
      .select("due_at")
      .where("edition", "=", notification.edition)
      .where("path", "=", notification.path)
      .executeTakeFirst();
    const hasChanged = row?.due_at && row.due_at !== notification.due_at;
    const due_at = hasChanged ? new Date(now + minIntervalMs).toISOString() : null;
    await updateNotification(transaction, notification, {
      due_at,
      notified_at: new Date(now).toISOString(),
      failures: 0,
    });
  });
}

export async function updateNotification(
  database: Database,
  { edition, path }: FeedTopic,
  values: Updateable<Tables["websub_notifications"]>,
): Promise<void> {
  await database
    .updateTable("websub_notifications")
    .set(values)
    .where("edition", "=", edition)
    .where("path", "=", path)
    .execute();
}
