import type { Insertable, Selectable } from "kysely";
import type { SessionRow } from "../schema/peopleSchema.ts";
import type { Database } from "../schema/schema.ts";

export type Session = Selectable<SessionRow>;

/**
 * Instants that determine which sessions have ended: those last used at or before `usedAfter`, and those started at or
 * before `createdAfter`.
 */
export interface SessionLimits {
  usedAfter: string;
  createdAfter: string;
}

export async function insertSession(database: Database, session: Insertable<SessionRow>): Promise<number> {
  return (await database.insertInto("sessions").values(session).returning("id").executeTakeFirstOrThrow()).id;
}

export async function findSessionByToken(
  database: Database,
  tokenHash: string,
  { usedAfter, createdAfter }: SessionLimits,
): Promise<Session | undefined> {
  return database
    .selectFrom("sessions")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("used_at", ">", usedAfter)
    .where("created_at", ">", createdAfter)
    .executeTakeFirst();
}

/** Returns a person's sessions that have not ended, most recently used first. */
export async function listSessionRows(
  database: Database,
  personId: number,
  { usedAfter, createdAfter }: SessionLimits,
): Promise<Session[]> {
  return database
    .selectFrom("sessions")
    .selectAll()
    .where("person_id", "=", personId)
    .where("used_at", ">", usedAfter)
    .where("created_at", ">", createdAfter)
    .orderBy("used_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function markSessionUsed(database: Database, id: number, now: string): Promise<void> {
  await database.updateTable("sessions").set({ used_at: now }).where("id", "=", id).execute();
}

export async function markSessionProved(database: Database, id: number, now: string): Promise<void> {
  await database.updateTable("sessions").set({ proved_at: now }).where("id", "=", id).execute();
}

/** Deletes one of a person's sessions. Returns false if the person has no session with this id. */
export async function deleteSession(database: Database, personId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all sessions of a person. Returns their number. */
export async function deleteSessions(database: Database, personId: number): Promise<number> {
  const { numDeletedRows } = await database.deleteFrom("sessions").where("person_id", "=", personId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes all sessions that have ended. */
export async function deleteEndedSessions(
  database: Database,
  { usedAfter, createdAfter }: SessionLimits,
): Promise<void> {
  await database
    .deleteFrom("sessions")
    .where((row) => row.or([row("used_at", "<=", usedAfter), row("created_at", "<=", createdAfter)]))
    .execute();
}
