import type { Database } from "../store/schema.ts";
import type { Subscriber } from "./addSubscriber.ts";
import { hashOf, randomText } from "./tokens.ts";
import type { Confirmation } from "./views.ts";

/** How long a confirmation mail's link is good. */
export const CONFIRM_HOURS = 48;

/** Makes a token that confirms a subscriber once. It stands in the mail alone; the store keeps its hash. */
export async function makeConfirmation(database: Database, subscriberId: number, now: number): Promise<string> {
  const token = randomText(24);
  await database
    .insertInto("confirmation_tokens")
    .values({
      ...{ hash: hashOf(token), subscriber_id: subscriberId, used_at: null },
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + CONFIRM_HOURS * 60 * 60_000).toISOString(),
    })
    .execute();
  return token;
}

/** What a token is worth, and whose it is. Looking changes nothing. */
export async function lookUpConfirmation(
  database: Database,
  edition: string,
  token: string,
  now: string,
): Promise<{ state: Confirmation; subscriber: Subscriber | undefined }> {
  const hash = hashOf(token);
  const found = await database
    .selectFrom("confirmation_tokens")
    .innerJoin("subscribers", "subscribers.id", "confirmation_tokens.subscriber_id")
    .selectAll("subscribers")
    .select(["expires_at", "used_at"])
    .where("hash", "=", hash)
    .where("edition", "=", edition)
    .executeTakeFirst();
  if (!found) return { state: "unknown", subscriber: undefined };
  const { expires_at, used_at, ...subscriber } = found;
  return { state: used_at ? "used" : expires_at <= now ? "expired" : "good", subscriber };
}

/** Confirms a subscriber by a token, once, however often and at however many places it is tried. */
export async function spendConfirmation(
  database: Database,
  edition: string,
  token: string,
  now: string,
): Promise<{ state: Confirmation; subscriber: Subscriber | undefined }> {
  return database.transaction().execute(async (transaction) => {
    const found = await lookUpConfirmation(transaction, edition, token, now);
    if (found.state !== "good" || !found.subscriber) return found;
    const { numUpdatedRows } = await transaction
      .updateTable("confirmation_tokens")
      .set({ used_at: now })
      .where("hash", "=", hashOf(token))
      .where("used_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ...found, state: "used" as const };
    await transaction
      .updateTable("subscribers")
      .set({ status: "confirmed", reason: null, confirmed_at: now, changed_at: now })
      .where("id", "=", found.subscriber.id)
      .where("status", "!=", "suppressed")
      .execute();
    return found;
  });
}
