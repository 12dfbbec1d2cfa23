import type { Insertable, Selectable } from "kysely";
import { withWriterLock } from "../../store/engines/engine.ts";
import { createRandomHex } from "../../store/randomTokens.ts";
import type { DeliveryDays, SubscriberRow } from "../../store/schema/newsletterSchema.ts";
import type { Database } from "../../store/schema/schema.ts";
import { parseStoredTexts } from "../../store/storedJson.ts";
import type { Mailbox } from "./mailAddress.ts";
import type { Tokens } from "./tokens.ts";

export type Subscriber = Selectable<SubscriberRow>;

interface NewSubscriber {
  edition: string;
  mailbox: Mailbox;
  source: SubscriberRow["source"];
  /** Base URL of the links in the confirmation mail. */
  siteUrl: string;
  now: string;
  preferences?: Pick<SubscriberRow, "days" | "sections">;
}

/** Stores a new address as pending. Queues a confirmation mail unless one is queued or the address is suppressed. */
export async function addSubscriber(database: Database, tokens: Tokens, added: NewSubscriber): Promise<void> {
  const { edition, mailbox, source, siteUrl, now, preferences } = added;
  await withWriterLock(database, async (transaction) => {
    const subscriber =
      (await findSubscriberByAddress(transaction, tokens, edition, mailbox.key)) ??
      (await transaction
        .insertInto("subscribers")
        .values({ ...createSubscriberRow(edition, mailbox, source, now), ...preferences })
        .returningAll()
        .executeTakeFirstOrThrow());
    if (subscriber.status === "suppressed") return;
    const queued = await transaction
      .selectFrom("confirmation_mails")
      .select("id")
      .where("subscriber_id", "=", subscriber.id)
      .where("next_attempt_at", "is not", null)
      .executeTakeFirst();
    if (queued) return;
    await transaction
      .insertInto("confirmation_mails")
      .values({
        subscriber_id: subscriber.id,
        site_url: siteUrl,
        requested_at: now,
        next_attempt_at: now,
        mailed_at: null,
        attempts: 0,
        last_error: null,
      })
      .execute();
  });
}

/** Creates the row of a pending subscriber. */
export function createSubscriberRow(
  edition: string,
  { email, key }: Mailbox,
  source: SubscriberRow["source"],
  now: string,
): Insertable<SubscriberRow> {
  return {
    edition,
    email,
    email_key: key,
    secret: createRandomHex(16),
    source,
    status: "pending",
    reason: null,
    sections: null,
    days: "every-day",
    created_at: now,
    confirmed_at: null,
    changed_at: now,
  };
}

/** Finds a subscriber by the key of a mail address, even if the address was erased and stays suppressed. */
export async function findSubscriberByAddress(database: Database, tokens: Tokens, edition: string, key: string) {
  return database
    .selectFrom("subscribers")
    .selectAll()
    .where("edition", "=", edition)
    .where("email_key", "in", [key, hashErasedAddress(tokens, key)])
    .executeTakeFirst();
}

/** Returns the hash that replaces the key of an erased address that must stay suppressed. */
export function hashErasedAddress(tokens: Tokens, key: string): string {
  return `erased ${tokens.keyedHash("address", key)}`;
}

/** Returns the section slugs that a subscriber chose; null for all sections. */
export function parseSections(sections: string | null): string[] | null {
  return sections === null ? null : parseStoredTexts(sections, "choice of sections of a subscriber");
}

/** Ends all mail to a subscriber permanently. @param reason shown to the operator */
export async function suppressSubscriber(database: Database, id: number, reason: string, now: string): Promise<void> {
  await database
    .updateTable("subscribers")
    .set({ status: "suppressed", reason, changed_at: now })
    .where("id", "=", id)
    .execute();
}

/** Retention time, in ms, of rate limit hits, and of unconfirmed addresses after their last link expires. */
const RETENTION_MS = 24 * 60 * 60_000;

/**
 * Deletes old rate limit hits, confirmation tokens, confirmation mails and unconfirmed sign-ups.
 *
 * @param now milliseconds since 1970
 */
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

/** Returns the ids, ascending and above `afterId`, of subscribers who get an edition's briefing on a date. */
export async function listRecipients(
  database: Database,
  edition: string,
  date: string,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await selectRecipients(database, edition, date)
    .select("id")
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the recipients on a date for each distinct choice of sections. */
export async function countRecipientsBySections(database: Database, edition: string, date: string): Promise<number[]> {
  const rows = await selectRecipients(database, edition, date)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy("sections")
    .execute();
  return rows.map(({ count }) => count);
}

function selectRecipients(database: Database, edition: string, date: string) {
  const { dayOfWeek } = Temporal.PlainDate.from(date);
  const days: DeliveryDays[] =
    dayOfWeek === 7 ? ["every-day"] : ["every-day", dayOfWeek === 6 ? "saturdays" : "weekdays"];
  return database
    .selectFrom("subscribers")
    .where("edition", "=", edition)
    .where("status", "=", "confirmed")
    .where("email", "is not", null)
    .where("days", "in", days);
}
