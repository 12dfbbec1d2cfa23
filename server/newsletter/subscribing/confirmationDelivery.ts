import type { Options as DkimOptions } from "nodemailer/lib/dkim";
import type { Logger } from "pino";
import type { Editions } from "../../editions/registry.ts";
import { deliverUnsent } from "../../mail/outbox.ts";
import { getRejectionCode, redactAddresses } from "../../mail/smtpReplies.ts";
import type { MailTransport } from "../../mail/transport.ts";
import type { Database } from "../../store/schema.ts";
import { createConfirmationToken } from "./confirmation.ts";
import { composeConfirmationMail } from "./confirmationMail.ts";
import { getDomain, toEnvelopeAddress } from "./mailAddress.ts";
import type { Tokens } from "./tokens.ts";

interface Parts {
  editions: Editions;
  database: Database;
  tokens: Tokens;
  transport: MailTransport;
  /** Signs the mails for the domain of their sender; null if the mail server signs. */
  dkim: Pick<DkimOptions, "keySelector" | "privateKey"> | null;
  log: Logger;
}

type UnsentMail = Awaited<ReturnType<typeof findUnsentMails>>[number];

/** Delay before the second attempt. It doubles with each one, so that the last comes after two days. */
const FIRST_RETRY_MS = 3 * 60_000;
const MAX_ATTEMPTS = 11;

/** Sends the queued confirmation mails, once. A mail that is deferred is tried again by a later call. */
export async function deliverConfirmations(parts: Parts, signal: AbortSignal): Promise<void> {
  const { editions, database, tokens, transport, dkim, log } = parts;

  async function deliver(mail: UnsentMail): Promise<boolean> {
    const { id, subscriber_id: subscriberId, email, secret, status } = mail;
    const edition = editions.all().find((edition) => edition.id === mail.edition);
    if (!edition?.signUp) return false;
    if (email === null || status === "suppressed") {
      await update(database, id, { next_attempt_at: null });
      return true;
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
      const reason = redactAddresses((error as Error).message);
      log.warn({ subscriber: subscriberId, reason }, "confirmation not mailed");
      await update(database, id, { last_error: reason, ...scheduleRetry(mail, getRejectionCode(error)) });
      throw error;
    }
    await update(database, id, { mailed_at: new Date().toISOString(), next_attempt_at: null, last_error: null });
    log.info({ subscriber: subscriberId, edition: edition.id }, "confirmation mailed");
    return true;
  }

  const findUnsent = (limit: number) => findUnsentMails(database, new Date().toISOString(), limit);
  await deliverUnsent({ findUnsent, deliver }, signal);
}

/** Counts an attempt only if the server rejected this mail, and not if it could not be reached. */
function scheduleRetry({ attempts }: UnsentMail, rejectionCode: number | null) {
  if (rejectionCode === null) return {};
  const isLast = rejectionCode >= 500 || attempts + 1 >= MAX_ATTEMPTS;
  return {
    attempts: attempts + 1,
    next_attempt_at: isLast ? null : new Date(Date.now() + FIRST_RETRY_MS * 2 ** attempts).toISOString(),
  };
}

async function findUnsentMails(database: Database, now: string, limit: number) {
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

async function update(
  database: Database,
  id: number,
  values: { mailed_at?: string; attempts?: number; next_attempt_at?: string | null; last_error?: string | null },
): Promise<void> {
  await database.updateTable("confirmation_mails").set(values).where("id", "=", id).execute();
}
