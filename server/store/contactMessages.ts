import type { Insertable, Selectable } from "kysely";
import { deleteRows } from "./batches.ts";
import type { Database, MessageRow } from "./schema/schema.ts";

export type StoredMessage = Selectable<MessageRow>;
type NewMessage = Omit<Insertable<MessageRow>, "id" | "mailed_at" | "attempts" | "last_error">;

export async function saveMessage(database: Database, message: NewMessage): Promise<void> {
  await database
    .insertInto("messages")
    .values({ ...message, mailed_at: null, attempts: 0, last_error: null })
    .execute();
}

/** Returns the ids of unsent messages, those with the fewest attempts first. */
export async function listUnsentMessages(database: Database): Promise<number[]> {
  const unsent = database.selectFrom("messages").select("id").where("mailed_at", "is", null);
  return (await unsent.orderBy("attempts").orderBy("id").execute()).map(({ id }) => id);
}

/** Returns an unsent message; undefined if there is none with this id. */
export async function findUnsentMessage(database: Database, id: number): Promise<StoredMessage | undefined> {
  const unsent = database.selectFrom("messages").selectAll().where("mailed_at", "is", null);
  return unsent.where("id", "=", id).executeTakeFirst();
}

export async function markMessageMailed(database: Database, id: number, now: string): Promise<void> {
  await database.updateTable("messages").set({ mailed_at: now, last_error: null }).where("id", "=", id).execute();
}

/** Records a failed attempt to mail a message, with its reason. */
export async function markMessageFailed(database: Database, id: number, reason: string): Promise<void> {
  await database
    .updateTable("messages")
    .set((row) => ({ attempts: row("attempts", "+", 1), last_error: reason }))
    .where("id", "=", id)
    .execute();
}

/** Returns all messages, newest first. */
export async function listMessages(database: Database): Promise<StoredMessage[]> {
  return database.selectFrom("messages").selectAll().orderBy("id", "desc").execute();
}

/** Returns an edition's messages whose writers allow their publication as letters, newest first. */
export async function listLetters(database: Database, edition: string): Promise<StoredMessage[]> {
  const messages = database.selectFrom("messages").selectAll().where("edition", "=", edition);
  return messages.where("may_print", "=", 1).orderBy("id", "desc").execute();
}

/** Deletes a message. @returns false if there is none with this id */
export async function deleteMessage(database: Database, id: number): Promise<boolean> {
  return (await deleteRows(database, "messages", { id })) > 0;
}

/**
 * Deletes messages that were received before an instant (ISO 8601).
 *
 * @param scope an edition whose messages are deleted, or the editions whose messages are kept
 * @returns the number of deleted messages, and how many of them were never mailed
 */
export async function deleteMessagesBefore(
  database: Database,
  before: string,
  scope: { edition: string } | { except: readonly string[] },
): Promise<{ deleted: number; unsent: number }> {
  const old = database.deleteFrom("messages").where("received_at", "<", before);
  const scoped =
    "edition" in scope ? old.where("edition", "=", scope.edition) : old.where("edition", "not in", scope.except);
  const rows = await scoped.returning("mailed_at").execute();
  return { deleted: rows.length, unsent: rows.filter(({ mailed_at }) => mailed_at === null).length };
}
