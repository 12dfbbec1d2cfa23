import type { Database } from "../store/open.ts";
import { forgetMarks } from "./limits.ts";

/** How long after the last link of an unconfirmed sign-up has expired its address is kept. */
const KEPT_MS = 24 * 60 * 60_000;

/** Removes addresses that nobody confirmed, links that are worth nothing any more, and counts that are over. */
export async function letLapse(database: Database, now: number): Promise<void> {
  await forgetMarks(database, now);
  const before = new Date(now - KEPT_MS).toISOString();
  await database.deleteFrom("confirmation_tokens").where("expires_at", "<=", before).execute();
  await database
    .deleteFrom("subscribers")
    .where("status", "=", "pending")
    .where("changed_at", "<=", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("confirmation_mails")
            .select("confirmation_mails.id")
            .whereRef("confirmation_mails.subscriber_id", "=", "subscribers.id")
            .where("next_attempt_at", "is not", null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("confirmation_tokens")
            .select("hash")
            .whereRef("confirmation_tokens.subscriber_id", "=", "subscribers.id"),
        ),
      ),
    )
    .execute();
  await database
    .deleteFrom("confirmation_mails")
    .where("next_attempt_at", "is", null)
    .where("requested_at", "<=", before)
    .execute();
}
