import type { Updateable } from "kysely";
import type { Database, Tables } from "./schema.ts";

/** A feed that an edition publishes. */
export interface Topic {
  edition: string;
  /** Path of the feed, with its leading slash. */
  path: string;
}

/**
 * Schedules notifications about an edition's feeds. A notification that is already scheduled keeps its time, so that
 * any number of changes causes one notification.
 *
 * @param minIntervalMs shortest time between two notifications about one feed
 * @param now milliseconds since 1970
 */
export async function scheduleNotifications(
  database: Database,
  edition: string,
  paths: readonly string[],
  minIntervalMs: number,
  now: number,
): Promise<void> {
  const rows = await database.selectFrom("websub_notifications").selectAll().where("edition", "=", edition).execute();
  const byPath = new Map(rows.map((row) => [row.path, row]));
  for (const path of paths) {
    const { due_at, notified_at } = byPath.get(path) ?? {};
    if (due_at) continue;
    // A notification with a time in the future was sent before the clock was set back.
    const earliest = notified_at ? Math.min(Date.parse(notified_at), now) + minIntervalMs : now;
    const due = new Date(Math.max(now, earliest)).toISOString();
    await database
      .insertInto("websub_notifications")
      .values({ edition, path, due_at: due, failures: 0 })
      .onConflict((conflict) => conflict.columns(["edition", "path"]).doUpdateSet({ due_at: due }))
      .execute();
  }
}

/** Returns due notifications, longest overdue first, with their consecutive failures. */
export async function findDueNotifications(database: Database, now: string, limit: number) {
  return database
    .selectFrom("websub_notifications")
    .select(["edition", "path", "failures"])
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(limit)
    .execute();
}

export async function updateNotification(
  database: Database,
  { edition, path }: Topic,
  values: Updateable<Tables["websub_notifications"]>,
): Promise<void> {
  await database
    .updateTable("websub_notifications")
    .set(values)
    .where("edition", "=", edition)
    .where("path", "=", path)
    .execute();
}
