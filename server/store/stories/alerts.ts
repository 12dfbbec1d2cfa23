import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { toBatches } from "../batches.ts";
import { recordChanges, recordEditionChanges } from "../changes.ts";
import { getEngine } from "../engines/engine.ts";
import type { AlertRow } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";

/** Columns of a stored official alert that a new message of its source, or the edition's settings, may change. */
export const OFFICIAL_COLUMNS = ["level", "line", "link", "starts_at", "ends_at", "state", "sender", "area"] as const;

export type Alert = Selectable<AlertRow>;

/** Returns an edition's alerts that are in force, newest first. @param now ISO 8601 */
export async function listCurrentAlerts(database: Database, edition: string, now: string): Promise<Alert[]> {
  const alerts = database.selectFrom("alerts").selectAll().where("edition", "=", edition);
  return alerts.where("state", "=", "current").where("ends_at", ">", now).orderBy("starts_at", "desc").execute();
}

/** Returns an edition's alerts, sorted by start: all that have not ended, and up to `maxEnded` that have ended. */
export async function listAlerts(database: Database, edition: string, maxEnded: number): Promise<Alert[]> {
  const alerts = database.selectFrom("alerts").selectAll().where("edition", "=", edition);
  const ended = await alerts.where("state", "=", "ended").orderBy("id", "desc").limit(maxEnded).execute();
  const others = await alerts.where("state", "<>", "ended").execute();
  return [...ended, ...others].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.id - b.id);
}

export async function findAlert(database: Database, edition: string, id: number): Promise<Alert | undefined> {
  const alerts = database.selectFrom("alerts").selectAll().where("edition", "=", edition);
  return alerts.where("id", "=", id).executeTakeFirst();
}

/** Adds an alert. Call this in the transaction that records the action in the log. */
export async function insertAlert(transaction: Database, alert: Insertable<AlertRow>): Promise<Alert> {
  const added = await transaction.insertInto("alerts").values(alert).returningAll().executeTakeFirstOrThrow();
  if (added.state === "current") await recordChanges(transaction, [{ kind: "alert", edition: added.edition }]);
  return added;
}

/** Changes an alert, and invalidates cached pages. Call this in the transaction that records the action in the log. */
export async function updateAlert(
  transaction: Database,
  alert: Alert,
  change: Partial<Pick<Alert, "state" | "ends_at" | "ended_by">>,
): Promise<Alert> {
  await transaction.updateTable("alerts").set(change).where("id", "=", alert.id).execute();
  await recordChanges(transaction, [{ kind: "alert", edition: alert.edition }]);
  return { ...alert, ...change };
}

/** Returns all editions' alerts that must begin or end now. @param now ISO 8601 */
export async function listDueAlerts(database: Database, now: string): Promise<Alert[]> {
  return database
    .selectFrom("alerts")
    .selectAll()
    .where("state", "<>", "ended")
    .where(({ or, and, eb }) =>
      or([eb("ends_at", "<=", now), and([eb("state", "=", "waiting"), eb("starts_at", "<=", now)])]),
    )
    .execute();
}

/** Returns an official source's alerts that have not ended, and all its alerts with one of the keys, in any state. */
export async function listOfficialAlerts(database: Database, edition: string, source: string, keys: readonly string[]) {
  const alerts = database.selectFrom("alerts").selectAll().where("edition", "=", edition);
  return alerts
    .where("source_url", "=", source)
    .where(({ or, eb }) =>
      or([eb("state", "<>", "ended"), getEngine(database).isIn(sql.ref("alert_key"), keys) as RawBuilder<SqlBool>]),
    )
    .execute();
}

/**
 * Adds official alerts. If an alert with the same key exists, updates it, unless an editor has ended it. Call this in
 * the transaction that records the action in the log.
 *
 * @returns the alerts that were added or updated
 */
export async function saveOfficialAlerts(transaction: Database, alerts: readonly Insertable<AlertRow>[]) {
  const saved: Alert[] = [];
  for (const batch of toBatches(alerts))
    saved.push(
      ...(await transaction
        .insertInto("alerts")
        .values(batch)
        .onConflict((conflict) =>
          conflict
            .columns(["edition", "alert_key"])
            .doUpdateSet(({ ref }) =>
              Object.fromEntries(OFFICIAL_COLUMNS.map((column) => [column, ref(`excluded.${column}`)])),
            )
            .where("alerts.ended_by", "is", null),
        )
        .returningAll()
        .execute()),
    );
  await recordEditionChanges(transaction, "alert", saved);
  return saved;
}

/** Ends alerts before their end time. Call this in the transaction that records the action in the log. */
export async function withdrawAlerts(transaction: Database, alerts: readonly Alert[]): Promise<void> {
  for (const batch of toBatches(alerts.map(({ id }) => id)))
    await transaction.updateTable("alerts").set({ state: "ended" }).where("id", "in", batch).execute();
  await recordEditionChanges(transaction, "alert", alerts);
}

/** Returns the URLs of the official sources from which an edition has alerts that have not ended. */
export async function listOfficialSources(database: Database, edition: string): Promise<string[]> {
  const alerts = database.selectFrom("alerts").select("source_url").distinct().where("edition", "=", edition);
  const rows = await alerts.where("source_url", "is not", null).where("state", "<>", "ended").execute();
  return rows.flatMap(({ source_url }) => source_url ?? []);
}
