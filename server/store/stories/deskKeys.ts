import type { Database, Tables } from "../schema/schema.ts";

/** Returns the action and the result of a person's request with this idempotency key; undefined if there is none. */
export async function findDeskKey(database: Database, actor: string, key: string) {
  const keys = database.selectFrom("desk_keys").select(["action", "result"]);
  return keys.where("actor", "=", actor).where("key", "=", key).executeTakeFirst();
}

export async function insertDeskKey(transaction: Database, done: Tables["desk_keys"]): Promise<void> {
  await transaction.insertInto("desk_keys").values(done).execute();
}

export async function deleteOldDeskKeys(transaction: Database, before: string): Promise<void> {
  await transaction.deleteFrom("desk_keys").where("done_at", "<", before).execute();
}
