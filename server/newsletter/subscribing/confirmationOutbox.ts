import type { Logger } from "pino";
import { backoffMs } from "../../../core/backoff.ts";
import { toMessage } from "../../../core/toMessage.ts";
import type { Editions } from "../../editions/loading/registry.ts";
import type { Job } from "../../jobs/job.ts";
import type { DkimKey } from "../../mail/dkim.ts";
import { startOutbox } from "../../mail/outbox.ts";
import { getRejectionCode, redactAddresses } from "../../mail/smtpReplies.ts";
import type { MailTransport } from "../../mail/transport.ts";
import type { Database } from "../../store/schema/schema.ts";
import { createConfirmationToken } from "./confirmation.ts";
import { composeConfirmationMail } from "./confirmationMail.ts";
import { getDomain, toEnvelopeAddress } from "./mailAddress.ts";
import type { Tokens } from "./tokens.ts";

interface Parts {
  editions: Editions;
  database: Database;
  tokens: Tokens;
  transport: MailTransport;
  /** Key that signs the mails for their sender's domain; null if the mail server signs them. */
  dkim: DkimKey | null;
  log: Logger;
}

type UnsentMail = NonNullable<Awaited<ReturnType<typeof findUnsentMail>>>;

/** Delays, in ms, between attempts, each twice the previous one. The last attempt is made after two days. */
const RETRY = { firstMs: 3 * 60_000, maxMs: 26 * 3_600_000 };
const MAX_ATTEMPTS = 11;

/** Starts sending the queued confirmation mails. */
export function startConfirmationOutbox({ editions, database, tokens, transport, dkim, log }: Parts): Job {
  async function deliver(mail: UnsentMail): Promise<void> {
    const { id, subscriber_id: subscriberId, email, secret, status } = mail;
    const edition = editions.all().find((edition) => edition.id === mail.edition);
    if (!edition?.signUp) return;
    if (email === null || status === "suppressed") {
      await update(database, id, { next_attempt_at: null });
      return;
    }
    const isConfirmed = status === "confirmed";
    const url = isConfirmed
      ? tokens.preferencesUrl(mail.site_url, { id: subscriberId, secret })
      : `${mail.site_url}/newsletter/confirm/${await createConfirmationToken(database, subscriberId, Date.now())}`;
    const { from } = edition.signUp;
    const domainName = getDomain(from.address);
    const messageId = `<confirm-${id}.${Date.parse(mail.requested_at)}.${edition.id}@${domainName}>`;
    const to = toEnvelopeAddress(email);
    try {
      const message = composeConfirmationMail({ edition, from, to, url, isConfirmed, messageId });
      await transport.send(dkim ? { ...message, dkim: { ...dkim, domainName } } : message);
    } catch (error) {
      const reason = redactAddresses(toMessage(error));
      log.warn({ subscriber: subscriberId, reason }, "confirmation not mailed");
      await update(database, id, { last_error: reason, ...scheduleRetry(mail, getRejectionCode(error)) });
      throw error;
    }
    await update(database, id, { mailed_at: new Date().toISOString(), next_attempt_at: null, last_error: null });
    log.info({ subscriber: subscriberId, edition: edition.id }, "confirmation mailed");
  }

  const listUnsent = () => listUnsentMails(database);
  const findUnsent = (id: number) => findUnsentMail(database, id);
  return startOutbox({ name: "confirmation mails", listUnsent, findUnsent, deliver, log });
}

/** Returns the columns to change if the mail server rejected this mail; {} for other failures. */
function scheduleRetry(mail: UnsentMail, rejectionCode: number | null) {
  if (rejectionCode === null) return {};
  const attempts = mail.attempts + 1;
  const isLast = rejectionCode >= 500 || attempts >= MAX_ATTEMPTS;
  return { attempts, next_attempt_at: isLast ? null : new Date(Date.now() + backoffMs(attempts, RETRY)).toISOString() };
}

async function listUnsentMails(database: Database): Promise<number[]> {
  const due = database.selectFrom("confirmation_mails").select("id");
  const unsent = due.where("next_attempt_at", "<=", new Date().toISOString());
  return (await unsent.orderBy("attempts").orderBy("id").execute()).map(({ id }) => id);
}

async function findUnsentMail(database: Database, id: number) {
  return database
    .selectFrom("confirmation_mails")
    .innerJoin("subscribers", "subscribers.id", "confirmation_mails.subscriber_id")
    .select(["confirmation_mails.id", "subscriber_id", "site_url", "requested_at", "attempts"])
    .select(["edition", "email", "secret", "status"])
    .where("confirmation_mails.id", "=", id)
    .where("next_attempt_at", "<=", new Date().toISOString())
    .executeTakeFirst();
}

async function update(
  database: Database,
  id: number,
  values: { mailed_at?: string; attempts?: number; next_attempt_at?: string | null; last_error?: string | null },
): Promise<void> {
  await database.updateTable("confirmation_mails").set(values).where("id", "=", id).execute();
}
