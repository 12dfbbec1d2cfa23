import { saveRow } from "../batches.ts";
import { recordChanges, recordEditionChanges } from "../changes.ts";
import { withWriterLock } from "../engines/engine.ts";
import type { PinRow } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";

/** Returns an edition's pins that are in force. @param now ISO 8601 */
export async function listPins(database: Database, edition: string, now: string): Promise<PinRow[]> {
  const pins = database.selectFrom("pins").selectAll().where("edition", "=", edition);
  return pins.where("until", ">", now).orderBy("slot").execute();
}

/** Returns the pin of a slot, even if the pin has ended; undefined if there is none. */
export async function findPin(database: Database, edition: string, slot: string): Promise<PinRow | undefined> {
  const pins = database.selectFrom("pins").selectAll().where("edition", "=", edition);
  return pins.where("slot", "=", slot).executeTakeFirst();
}

/** Returns an article's pins that are in force. @param now ISO 8601 */
export async function listPinsOfArticle(database: Database, articleId: number, now: string): Promise<PinRow[]> {
  const pins = database.selectFrom("pins").selectAll().where("article_id", "=", articleId);
  return pins.where("until", ">", now).orderBy("slot").execute();
}

/** Pins a story to a slot. Replaces an earlier pin. Call this in the transaction that records the action in the log. */
export async function setPin(transaction: Database, pin: PinRow): Promise<void> {
  await saveRow(transaction, "pins", pin, ["edition", "slot"]);
  await recordChanges(transaction, [{ kind: "pin", edition: pin.edition }]);
}

/** Removes the pin of a slot and returns it; undefined if there was none. */
export async function removePin(transaction: Database, edition: string, slot: string): Promise<PinRow | undefined> {
  const pins = transaction.deleteFrom("pins").where("edition", "=", edition).where("slot", "=", slot);
  const removed = await pins.returningAll().executeTakeFirst();
  if (removed) await recordChanges(transaction, [{ kind: "pin", edition }]);
  return removed;
}

/** Removes the pins that have ended, and invalidates the cached pages that show them. @param now ISO 8601 */
export async function removeOldPins(database: Database, now: string): Promise<void> {
  const old = await database.selectFrom("pins").select("edition").where("until", "<=", now).execute();
  if (old.length === 0) return;
  await withWriterLock(database, async (transaction) => {
    const removed = await transaction.deleteFrom("pins").where("until", "<=", now).returning("edition").execute();
    await recordEditionChanges(transaction, "pin", removed);
  });
}
