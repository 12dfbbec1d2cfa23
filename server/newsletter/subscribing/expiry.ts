import type { Database } from "../../store/schema.ts";

/** How long rate limit hits are kept, and unconfirmed addresses after their last link has expired. */
const RETENTION_MS = 24 * 60 * 60_000;

/** Deletes unconfirmed sign-ups, expired confirmation tokens and old rate limit hits. @param now ms since 1970 */
export async function deleteExpired(database: Database, now: number): Promise<void> {
  const before = new Date(now - RETENTION_MS).toISOString();
  await database.deleteFrom("rate_limit_hits").where("at", "<=", before).execute();
  await database.deleteFrom("confirmation_tokens").where("expires_at", "<=", before).execute();
  await database
    .deleteFrom("subscribers")
    .where("status", "=", "pending")
    .where("changed_at", "<=", before)
    .where("id", "not in", ({ selectFrom }) =>
      selectFrom("confirmation_mails").select("subscriber_id").where("next_attempt_at", "is not", null),
    )
    .where("id", "not in", ({ selectFrom }) => selectFrom("confirmation_tokens").select("subscriber_id"))
    .execute();
  await database
    .deleteFrom("confirmation_mails")
    .where("next_attempt_at", "is", null)
    .where("requested_at", "<=", before)
    .execute();
}
