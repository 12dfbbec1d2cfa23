import type { Insertable, Selectable } from "kysely";
import type { Database, MessageRow } from "./schema.ts";

export type StoredMessage = Selectable<MessageRow>;
type NewMessage = Omit<Insertable<MessageRow>, "id" | "mailed_at" | "attempts" | "last_error">;

/** Stores what a reader wrote, to be mailed. */
export async function saveMessage(database: Database, message: NewMessage): Promise<void> {
  await database
    .insertInto("messages")
    .values({ ...message, mailed_at: null, attempts: 0, last_error: null })
    .execute();
}

/** Messages that no mail server has taken yet: those that failed least often first, so that none holds up the others. */
export async function messagesToMail(database: Database, limit: number): Promise<StoredMessage[]> {
  return database
    .selectFrom("messages")
    .selectAll()
    .where("mailed_at", "is", null)
    .orderBy("attempts")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Remembers that a message was mailed. */
export async function saveMailed(database: Database, id: number, now: string): Promise<void> {
  await database.updateTable("messages").set({ mailed_at: now, last_error: null }).where("id", "=", id).execute();
}

/** Remembers why a message could not be mailed. */
export async function saveNotMailed(database: Database, id: number, reason: string): Promise<void> {
  await database
    .updateTable("messages")
    .set((row) => ({ attempts: row("attempts", "+", 1), last_error: reason }))
    .where("id", "=", id)
    .execute();
}

/** Everything that readers wrote, newest first. */
export async function newestMessages(database: Database): Promise<StoredMessage[]> {
  return database.selectFrom("messages").selectAll().orderBy("id", "desc").execute();
}
