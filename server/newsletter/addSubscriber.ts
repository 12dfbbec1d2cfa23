import type { Insertable, Selectable } from "kysely";
import type { SubscriberRow } from "../store/newsletterSchema.ts";
import type { Database } from "../store/schema.ts";
import type { Mailbox } from "./address.ts";
import { randomText, type Tokens } from "./tokens.ts";

export type Subscriber = Selectable<SubscriberRow>;

interface NewSubscriber {
  edition: string;
  mailbox: Mailbox;
  source: SubscriberRow["source"];
  /** Where the links of the mail lead that asks it to confirm. */
  siteUrl: string;
  now: string;
  /** What it chose, where that is known. */
  choice?: Pick<SubscriberRow, "days" | "sections">;
}

/** Puts an address on the roll as pending where it is not there yet, and a mail to it into the outbox. */
export async function addSubscriber(database: Database, tokens: Tokens, added: NewSubscriber): Promise<void> {
  const { edition, mailbox, source, siteUrl, now, choice } = added;
  await database.transaction().execute(async (transaction) => {
    let subscriber = await subscriberByAddress(transaction, tokens, edition, mailbox.key);
    if (!subscriber)
      subscriber = await transaction
        .insertInto("subscribers")
        .values({ ...newRow(edition, mailbox, source, now), ...choice })
        .returningAll()
        .executeTakeFirstOrThrow();
    if (subscriber.status === "suppressed") return;
    const waiting = await transaction
      .selectFrom("confirmation_mails")
      .select("id")
      .where("subscriber_id", "=", subscriber.id)
      .where("next_attempt_at", "is not", null)
      .executeTakeFirst();
    if (waiting) return;
    await transaction
      .insertInto("confirmation_mails")
      .values({
        ...{ subscriber_id: subscriber.id, site_url: siteUrl, requested_at: now, next_attempt_at: now },
        ...{ mailed_at: null, attempts: 0, last_error: null },
      })
      .execute();
  });
}

/** A row for an address that nobody confirmed yet. */
export function newRow(
  edition: string,
  { email, key }: Mailbox,
  source: SubscriberRow["source"],
  now: string,
): Insertable<SubscriberRow> {
  return {
    ...{ edition, email, email_key: key, secret: randomText(16), source },
    ...{ status: "pending", reason: null, sections: null, days: "every-day" },
    ...{ created_at: now, confirmed_at: null, changed_at: now },
  };
}

/** One that was erased, and must not be written to, is known by the hash of its address. */
export async function subscriberByAddress(
  database: Database,
  tokens: Tokens,
  edition: string,
  key: string,
): Promise<Subscriber | undefined> {
  return database
    .selectFrom("subscribers")
    .selectAll()
    .where("edition", "=", edition)
    .where("email_key", "in", [key, erasedKey(tokens, key)])
    .executeTakeFirst();
}

/** What stands for an address that is erased and must stay suppressed. */
export function erasedKey(tokens: Tokens, key: string): string {
  return `erased ${tokens.keyedHash("address", key)}`;
}
