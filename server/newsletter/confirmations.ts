import type { Logger } from "pino";
import type { Editions } from "../editions/registry.ts";
import { type Outbox, startOutbox } from "../mail/outbox.ts";
import { refusalOf, withoutAddresses } from "../mail/smtpRejection.ts";
import type { Post } from "../mail/transport.ts";
import type { Database } from "../store/schema.ts";
import { mailboxOf } from "./address.ts";
import { makeConfirmation } from "./confirm.ts";
import { confirmationMail } from "./confirmationMail.ts";
import type { DkimKey } from "./sending/dkim.ts";
import { domainOf } from "./templates/bytes.ts";
import type { Tokens } from "./tokens.ts";

interface Parts {
  editions: Editions;
  database: Database;
  tokens: Tokens;
  post: Post;
  /** Signs the mails for the domain of their sender; null where the mail server does. */
  dkim: DkimKey | null;
  log: Logger;
}

type Waiting = Awaited<ReturnType<typeof confirmationsToMail>>[number];

const FIRST_PAUSE_MS = 3 * 60_000;
/** The pauses double: the last comes after two days. */
const MOST_ATTEMPTS = 11;

/** Mails what asks new addresses to confirm. What a server refuses for now is tried again with growing pauses. */
export function startConfirmations({ editions, database, tokens, post, dkim, log }: Parts): Outbox {
  return startOutbox({
    ...{ log, what: "confirmations" },
    waiting: (limit) => confirmationsToMail(database, new Date().toISOString(), limit),
    async mail(row) {
      const { id, subscriber_id, email, status } = row;
      const edition = editions.all().find((edition) => edition.id === row.edition);
      if (!edition?.signUp) return false;
      if (email === null || status === "suppressed") {
        await save(database, id, { next_attempt_at: null });
        return true;
      }
      const isKnown = status === "confirmed";
      const address = isKnown
        ? tokens.preferencesAddress(row.site_url, { id: subscriber_id, secret: row.secret })
        : `${row.site_url}/newsletter/confirm/${await makeConfirmation(database, subscriber_id, Date.now())}`;
      const { from } = edition.signUp;
      const messageId = `<confirm-${id}.${Date.parse(row.requested_at)}.${edition.id}@${domainOf(from.address)}>`;
      try {
        const mail = confirmationMail({ edition, from, to: mailboxOf(email), address, isKnown, messageId });
        await post.send(dkim ? { ...mail, dkim: { ...dkim, domainName: domainOf(from.address) } } : mail);
      } catch (error) {
        const reason = withoutAddresses((error as Error).message);
        log.warn({ subscriber: subscriber_id, reason }, "confirmation not mailed");
        await save(database, id, { last_error: reason, ...retryOf(row, refusalOf(error)) });
        throw error;
      }
      await save(database, id, { mailed_at: new Date().toISOString(), next_attempt_at: null, last_error: null });
      log.info({ subscriber: subscriber_id, edition: edition.id }, "confirmation mailed");
      return true;
    },
  });
}

/** Nothing is counted against a mail that no server has looked at. */
function retryOf({ attempts }: Waiting, code: number | null) {
  if (code === null) return {};
  const isOver = code >= 500 || attempts + 1 >= MOST_ATTEMPTS;
  return {
    attempts: attempts + 1,
    next_attempt_at: isOver ? null : new Date(Date.now() + FIRST_PAUSE_MS * 2 ** attempts).toISOString(),
  };
}

async function confirmationsToMail(database: Database, now: string, limit: number) {
  return database
    .selectFrom("confirmation_mails")
    .innerJoin("subscribers", "subscribers.id", "confirmation_mails.subscriber_id")
    .select(["confirmation_mails.id", "subscriber_id", "site_url", "requested_at", "attempts"])
    .select(["edition", "email", "secret", "status"])
    .where("next_attempt_at", "<=", now)
    .orderBy("attempts")
    .orderBy("confirmation_mails.id")
    .limit(limit)
    .execute();
}

async function save(
  database: Database,
  id: number,
  values: {
    mailed_at?: string;
    attempts?: number;
    next_attempt_at?: string | null;
    last_error?: string | null;
  },
): Promise<void> {
  await database.updateTable("confirmation_mails").set(values).where("id", "=", id).execute();
}
