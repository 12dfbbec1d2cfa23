import type { Database } from "../store/schema.ts";
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
