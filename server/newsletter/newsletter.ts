import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import { startJob } from "../jobs/job.ts";
import { OUTBOX_INTERVAL_MS } from "../mail/outbox.ts";
import type { MailTransport } from "../mail/transport.ts";
import type { Database } from "../store/schema.ts";
import type { DkimKey } from "./sending/dkim.ts";
import { confirmSubscriber, findConfirmation } from "./subscribing/confirmation.ts";
import { deliverConfirmations } from "./subscribing/confirmationDelivery.ts";
import { deleteExpired } from "./subscribing/expiry.ts";
import { applyChange, endSubscription, findSubscriberByToken, toSubscription } from "./subscribing/preferences.ts";
import { receiveSignUp } from "./subscribing/signUpForm.ts";
import { loadTokens } from "./subscribing/tokens.ts";
import type { NewsletterService } from "./views.ts";

/** Subscriptions to the briefings of all editions: signing up, confirming, preferences, leaving. */
export interface Newsletter {
  /**
   * @param client address of the client, for the rate limits
   * @param siteUrl base of the links in mails
   * @returns undefined if the edition has no briefing
   */
  getService(edition: Edition, client: string, siteUrl: string): NewsletterService | undefined;
  stop(): Promise<void>;
}

interface Parts {
  editions: Editions;
  database: Database;
  /** Null without a mail server: sign-ups then wait for one. */
  transport: MailTransport | null;
  dkim: DkimKey | null;
  log: Logger;
}

const EXPIRY_INTERVAL_MS = 60 * 60_000;

export async function createNewsletter({ editions, database, transport, dkim, log }: Parts): Promise<Newsletter> {
  const tokens = await loadTokens(database);
  const delivery =
    transport &&
    startJob({
      name: "confirmation mails",
      intervalMs: OUTBOX_INTERVAL_MS,
      run: (signal) => deliverConfirmations({ editions, database, tokens, transport, dkim, log }, signal),
      log,
    });
  if (!transport) await warnOfWaitingSignUps(database, editions, log);
  const expiry = startJob({
    name: "sign-up expiry",
    intervalMs: EXPIRY_INTERVAL_MS,
    run: () => deleteExpired(database, Date.now()),
    log,
  });

  return {
    getService(edition, client, siteUrl) {
      const { signUp: page, id } = edition;
      if (!page) return undefined;
      const now = () => new Date().toISOString();
      const findSubscriber = (token: string) => findSubscriberByToken(database, tokens, id, token);
      return {
        page,
        async signUp(request) {
          const receipt = await receiveSignUp(request, { edition, client, siteUrl, database, tokens });
          if (receipt.isTaken) delivery?.trigger();
          return receipt;
        },
        confirmation: async (token) => (await findConfirmation(database, id, token, now())).state,
        async confirm(token) {
          const { state, subscriber } = await confirmSubscriber(database, id, token, now());
          if (state !== "good" || !subscriber) return { preferences: null, why: state === "good" ? "unknown" : state };
          log.info({ subscriber: subscriber.id, edition: id }, "subscriber confirmed");
          return { preferences: tokens.create(subscriber) };
        },
        async subscription(token) {
          const subscriber = await findSubscriber(token);
          return subscriber ? toSubscription(subscriber) : null;
        },
        async change(token, request) {
          const form = await request.formData().catch(() => new FormData());
          return applyChange(database, tokens, await findSubscriber(token), form, getChoosableSections(edition));
        },
        async unsubscribe(token) {
          const subscriber = await findSubscriber(token);
          if (subscriber) await endSubscription(database, subscriber);
          return subscriber !== undefined;
        },
      };
    },
    async stop() {
      await expiry.stop();
      await delivery?.stop();
    },
  };
}

/** Returns the slugs of the sections that a subscriber can choose: all but the events section, which has no stories. */
export function getChoosableSections({ sections, embeds }: Pick<Edition, "sections" | "embeds">): string[] {
  return sections.map(({ slug }) => slug).filter((slug) => slug !== embeds.events.section);
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
