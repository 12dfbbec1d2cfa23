import type { Insertable, Selectable } from "kysely";
import { deleteRows } from "../batches.ts";
import type { SessionRow } from "../schema/peopleSchema.ts";
import type { Database } from "../schema/schema.ts";

export type Session = Selectable<SessionRow>;

/**
 * Instants (ISO 8601) that determine which sessions have ended: those last used at or before `usedAfter`, and those
 * started at or before `createdAfter`.
 */
export interface SessionLimits {
  usedAfter: string;
  createdAfter: string;
}

export async function insertSession(database: Database, session: Insertable<SessionRow>): Promise<number> {
  return (await database.insertInto("sessions").values(session).returning("id").executeTakeFirstOrThrow()).id;
}

export async function findSessionByToken(database: Database, tokenHash: string, limits: SessionLimits) {
  return selectSessions(database, limits).where("token_hash", "=", tokenHash).executeTakeFirst();
}

/** Returns a person's sessions, most recently used first. */
export async function listSessionRows(database: Database, personId: number, limits: SessionLimits) {
  const sessions = selectSessions(database, limits).where("person_id", "=", personId);
  return sessions.orderBy("used_at", "desc").orderBy("id", "desc").execute();
}

/** Selects the sessions that have not ended. */
function selectSessions(database: Database, { usedAfter, createdAfter }: SessionLimits) {
  const sessions = database.selectFrom("sessions").selectAll();
  return sessions.where("used_at", ">", usedAfter).where("created_at", ">", createdAfter);
}

export async function markSessionUsed(database: Database, id: number, now: string): Promise<void> {
  await database.updateTable("sessions").set({ used_at: now }).where("id", "=", id).execute();
}

export async function markSessionProved(database: Database, id: number, now: string): Promise<void> {
  await database.updateTable("sessions").set({ proved_at: now }).where("id", "=", id).execute();
}

/** Deletes one of a person's sessions. Returns false if the person has no session with this id. */
export async function deleteSession(database: Database, personId: number, id: number): Promise<boolean> {
  return (await deleteRows(database, "sessions", { id, person_id: personId })) > 0;
}

/** Deletes all sessions of a person. Returns their number. */
export function deleteSessions(database: Database, personId: number): Promise<number> {
  return deleteRows(database, "sessions", { person_id: personId });
}

export async function deleteEndedSessions(database: Database, { usedAfter, createdAfter }: SessionLimits) {
  await database
    .deleteFrom("sessions")
    .where((row) => row.or([row("used_at", "<=", usedAfter), row("created_at", "<=", createdAfter)]))
    .execute();
}
