import type { Insertable, Selectable } from "kysely";
import type { ContactMessageRow, Database } from "./schema.ts";

export type StoredMessage = Selectable<ContactMessageRow>;
type NewMessage = Omit<Insertable<ContactMessageRow>, "id" | "mailed_at" | "attempts" | "last_error">;

export async function saveMessage(database: Database, message: NewMessage): Promise<void> {
  await database
    .insertInto("contact_messages")
    .values({ ...message, attempts: 0 })
    .execute();
}

/** Returns unsent messages, those with the fewest attempts first, so that one failing message cannot block the rest. */
export async function messagesToMail(database: Database, limit: number): Promise<StoredMessage[]> {
  return database
    .selectFrom("contact_messages")
    .selectAll()
    .where("mailed_at", "is", null)
    .orderBy("attempts")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Marks a message as sent. */
export async function saveMailed(database: Database, id: number, now: string): Promise<void> {
  const sent = { mailed_at: now, last_error: null };
  await database.updateTable("contact_messages").set(sent).where("id", "=", id).execute();
}

/** Records a failed attempt to send a message. */
export async function saveNotMailed(database: Database, id: number, reason: string): Promise<void> {
  await database
    .updateTable("contact_messages")
    .set((row) => ({ attempts: row("attempts", "+", 1), last_error: reason }))
    .where("id", "=", id)
    .execute();
}

/** Returns all messages, newest first. */
export async function newestMessages(database: Database): Promise<StoredMessage[]> {
  return database.selectFrom("contact_messages").selectAll().orderBy("id", "desc").execute();
}
