import type { Insertable, Selectable } from "kysely";
import { recordChanges } from "./changes.ts";
import type { AlertRow } from "./newsroomSchema.ts";
import type { Database } from "./schema.ts";

export type Alert = Selectable<AlertRow>;

/** Returns an edition's alerts in force, the newest first. @param now ISO 8601 */
export async function findCurrentAlerts(database: Database, edition: string, now: string): Promise<Alert[]> {
  const alerts = database.selectFrom("alerts").selectAll().where("edition", "=", edition);
  return alerts.where("state", "=", "current").where("ends_at", ">", now).orderBy("starts_at", "desc").execute();
}

/** Returns an edition's alerts that have not ended, and its newest ended ones, in the order of their starts. */
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

/** Adds an alert. Call this in the transaction that logs it. */
export async function insertAlert(transaction: Database, alert: Insertable<AlertRow>): Promise<Alert> {
  const added = await transaction.insertInto("alerts").values(alert).returningAll().executeTakeFirstOrThrow();
  if (added.state === "current") await recordChanges(transaction, [{ kind: "alert", edition: added.edition }]);
  return added;
}

/** Changes an alert, and makes the edition's pages out of date. Call this in the transaction that logs it. */
export async function updateAlert(
  transaction: Database,
  alert: Alert,
  change: Partial<Pick<Alert, "state" | "ends_at">>,
): Promise<Alert> {
  await transaction.updateTable("alerts").set(change).where("id", "=", alert.id).execute();
  await recordChanges(transaction, [{ kind: "alert", edition: alert.edition }]);
  return { ...alert, ...change };
}

/** Returns the alerts of all editions that must begin or end. @param now ISO 8601 */
export async function findDueAlerts(database: Database, now: string): Promise<Alert[]> {
  return database
    .selectFrom("alerts")
    .selectAll()
    .where("state", "<>", "ended")
    .where(({ or, and, eb }) =>
      or([eb("ends_at", "<=", now), and([eb("state", "=", "waiting"), eb("starts_at", "<=", now)])]),
    )
    .execute();
}

/** Returns an official source's alerts, in any state, whose end is in the future. @param now ISO 8601 */
export async function findOfficialAlerts(
  database: Database,
  edition: string,
  source: string,
  now: string,
): Promise<Alert[]> {
  const alerts = database.selectFrom("alerts").selectAll().where("edition", "=", edition);
  // An editor's command changes the end of an alert. An alert that its source withdrew keeps its end, and may return.
  return alerts.where("source_url", "=", source).where("ends_at", ">", now).execute();
}

/** Returns the sources of an edition's official alerts that have not ended. */
export async function listOfficialSources(database: Database, edition: string): Promise<string[]> {
  const alerts = database.selectFrom("alerts").select("source_url").distinct().where("edition", "=", edition);
  const rows = await alerts.where("source_url", "is not", null).where("state", "<>", "ended").execute();
  return rows.flatMap(({ source_url }) => source_url ?? []);
}
