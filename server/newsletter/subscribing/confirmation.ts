import { withWriterLock } from "../../store/engines/engine.ts";
import { createRandomHex, hashToken } from "../../store/randomTokens.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { Subscriber } from "./subscribers.ts";

/** Validity of the link in a confirmation mail, in hours. */
export const CONFIRM_HOURS = 48;

/** State of a link from a confirmation mail. */
export type ConfirmationState = "valid" | "used" | "expired" | "unknown";

type FoundConfirmation =
  | { state: "unknown" }
  | { state: Exclude<ConfirmationState, "unknown">; subscriber: Subscriber };

/** Creates a token that confirms a subscriber once, and stores only the token's hash. */
export async function createConfirmationToken(database: Database, subscriberId: number, now: number): Promise<string> {
  const token = createRandomHex(24);
  await database
    .insertInto("confirmation_tokens")
    .values({
      hash: hashToken(token),
      subscriber_id: subscriberId,
      used_at: null,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + CONFIRM_HOURS * 60 * 60_000).toISOString(),
    })
    .execute();
  return token;
}

/** Finds the state and the subscriber of a token without marking the token as used. */
export async function findConfirmation(
  database: Database,
  edition: string,
  token: string,
  now: string,
): Promise<FoundConfirmation> {
  const found = await database
    .selectFrom("confirmation_tokens")
    .innerJoin("subscribers", "subscribers.id", "confirmation_tokens.subscriber_id")
    .selectAll("subscribers")
    .select(["expires_at", "used_at"])
    .where("hash", "=", hashToken(token))
    .where("edition", "=", edition)
    .executeTakeFirst();
  if (!found) return { state: "unknown" };
  const { expires_at, used_at, ...subscriber } = found;
  return { state: used_at ? "used" : expires_at <= now ? "expired" : "valid", subscriber };
}

/** Confirms a token's subscriber, except a suppressed one. Of concurrent calls, all but one return "used". */
export async function confirmSubscriber(
  database: Database,
  edition: string,
  token: string,
  now: string,
): Promise<FoundConfirmation> {
  return withWriterLock(database, async (transaction) => {
    const found = await findConfirmation(transaction, edition, token, now);
    if (found.state !== "valid") return found;
    const { numUpdatedRows } = await transaction
      .updateTable("confirmation_tokens")
      .set({ used_at: now })
      .where("hash", "=", hashToken(token))
      .where("used_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ...found, state: "used" };
    await transaction
      .updateTable("subscribers")
      .set({ status: "confirmed", reason: null, confirmed_at: now, changed_at: now })
      .where("id", "=", found.subscriber.id)
      .where("status", "!=", "suppressed")
      .execute();
    return found;
  });
}
