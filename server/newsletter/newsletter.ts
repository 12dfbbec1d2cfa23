import type { Logger } from "pino";
import { getServerTexts } from "../../core/language/catalogs.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import { type Job, startJob } from "../jobs/job.ts";
import type { DkimKey } from "../mail/dkim.ts";
import type { MailTransport } from "../mail/transport.ts";
import { isClockTrusted } from "../store/clock.ts";
import { isStoreUnavailable } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import { type ConfirmationState, confirmSubscriber, findConfirmation } from "./subscribing/confirmation.ts";
import { startConfirmationOutbox } from "./subscribing/confirmationOutbox.ts";
import { signFormTime, toNetwork } from "./subscribing/formTime.ts";
import {
  applyPreferencesForm,
  endSubscription,
  findSubscriberByToken,
  toSubscription,
} from "./subscribing/preferences.ts";
import { receiveSignUp } from "./subscribing/signUpForm.ts";
import { deleteExpired } from "./subscribing/subscribers.ts";
import { loadTokens } from "./subscribing/tokens.ts";

interface Parts {
  database: Database;
  /** Called after a sign-up was stored, so that its confirmation is mailed soon. */
  onStored: () => void;
  log: Logger;
}

interface MailParts {
  editions: Editions;
  database: Database;
  /** Null without a mail server: sign-ups wait in the store until the site has one. */
  transport: MailTransport | null;
  dkim: DkimKey | null;
  log: Logger;
}

/** Handles subscriptions to one edition's briefing. Its functions take the tokens of the links in mails. */
export type NewsletterService = NonNullable<ReturnType<Awaited<ReturnType<typeof createNewsletter>>["getService"]>>;

const EXPIRY_INTERVAL_MS = 60 * 60_000;

/** Starts mailing confirmations, if there is a mail server; else logs how many confirmations wait. */
export async function startConfirmations(parts: MailParts): Promise<Pick<Job, "trigger" | "stop">> {
  const { editions, database, transport, dkim, log } = parts;
  if (transport)
    return startConfirmationOutbox({ editions, database, tokens: await loadTokens(database), transport, dkim, log });
  await warnOfWaitingSignUps(database, editions, log);
  return { trigger() {}, stop: async () => {} };
}

/** Starts deleting unconfirmed sign-ups whose links have expired, and old counts for rate limits. */
export function startSignUpExpiry(database: Database, log: Logger): Job {
  const run = async () => {
    if (await isClockTrusted(database)) await deleteExpired(database, Date.now());
  };
  return startJob({ name: "sign-up expiry", intervalMs: EXPIRY_INTERVAL_MS, run, log });
}

/** Creates the service for subscriptions to all editions' briefings, from sign-up to unsubscription. */
export async function createNewsletter({ database, onStored, log }: Parts) {
  const tokens = await loadTokens(database);

  return {
    /** Returns an edition's service; undefined without a sign-up form. @param client IP address, for rate limits */
    getService(edition: Edition, client: string, siteUrl: string) {
      const { signUp: page, id } = edition;
      if (!page) return undefined;
      const now = () => new Date().toISOString();
      const findSubscriber = (token: string) => findSubscriberByToken(database, tokens, id, token);
      return {
        page,
        /** Returns the current time, signed. Called when the client begins to use the sign-up form. */
        signFormTime: () => signFormTime(tokens, toNetwork(client), Date.now()),
        async signUp(request: Request) {
          const receipt = await receiveSignUp(request, { edition, client, siteUrl, database, tokens, log });
          if (receipt.isAccepted) onStored();
          return receipt;
        },
        /** Returns the state of a confirmation token without using it. */
        confirmation: async (token: string) => (await findConfirmation(database, id, token, now())).state,
        /** Confirms a subscriber, once per token. @returns a token for the preferences page, or null and the reason */
        async confirm(
          token: string,
        ): Promise<{ preferences: string } | { preferences: null; why: Exclude<ConfirmationState, "valid"> }> {
          const found = await orUnavailable(database, edition.language, confirmSubscriber(database, id, token, now()));
          if (found.state !== "valid") return { preferences: null, why: found.state };
          log.info({ subscriber: found.subscriber.id, edition: id }, "subscriber confirmed");
          return { preferences: tokens.create(found.subscriber) };
        },
        /** Returns a subscriber's subscription; null if the token is invalid or the address was erased. */
        async subscription(token: string) {
          const subscriber = await findSubscriber(token);
          return subscriber ? toSubscription(subscriber) : null;
        },
        /** Handles a posted preferences form. */
        async change(token: string, request: Request) {
          const form = await request.formData().catch(() => new FormData());
          const subscriber = await findSubscriber(token);
          return orUnavailable(
            database,
            edition.language,
            applyPreferencesForm(database, tokens, subscriber, form, edition),
          );
        },
        /** Ends a subscription. @returns false if the token is invalid */
        async unsubscribe(token: string) {
          const subscriber = await findSubscriber(token);
          if (subscriber) await orUnavailable(database, edition.language, endSubscription(database, subscriber));
          return subscriber !== undefined;
        },
      };
    },
  };
}

/** @throws {Response} with status 503 if the store cannot be written, for example because the disk is full */
async function orUnavailable<Result>(database: Database, language: string, change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (!isStoreUnavailable(database, error)) throw error;
    throw new Response(getServerTexts(language).signUp.unavailable, { status: 503 });
  }
}

async function warnOfWaitingSignUps(database: Database, editions: Editions, log: Logger): Promise<void> {
  if (!editions.all().some(({ signUp }) => signUp)) return;
  const { waiting } = await database
    .selectFrom("confirmation_mails")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("next_attempt_at", "is not", null)
    .executeTakeFirstOrThrow();
  log.warn({ waiting }, "SMTP_URL is not set: sign-ups for the briefing are stored and wait for a mail server");
}
