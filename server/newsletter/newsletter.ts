import type { Logger } from "pino";
import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";
import type { Post } from "../mail/transport.ts";
import type { Database } from "../store/schema.ts";
import { lookUpConfirmation, spendConfirmation } from "./confirm.ts";
import { startConfirmations } from "./confirmations.ts";
import { letLapse } from "./expiry.ts";
import { endSubscription, subscriberByToken, subscriptionOf, takeChange } from "./preferences.ts";
import type { DkimKey } from "./sending/dkim.ts";
import { takeSignUp } from "./signUp.ts";
import { openTokens, type Tokens } from "./tokens.ts";
import type { NewsletterDesk } from "./views.ts";

/** The briefing's list of subscribers: signing up, confirming, choosing, leaving. */
export interface Newsletter {
  tokens: Tokens;
  /**
   * @param client who asks, for the limits
   * @param siteUrl where the links of mails lead
   * @returns undefined where the edition has no briefing
   */
  deskOf(edition: Edition, client: string, siteUrl: string): NewsletterDesk | undefined;
  stop(): Promise<void>;
}

interface Parts {
  editions: Editions;
  database: Database;
  /** Null where there is no mail server: then sign-ups wait for one. */
  post: Post | null;
  dkim: DkimKey | null;
  log: Logger;
}

const LAPSE_EVERY_MS = 60 * 60_000;

export async function openNewsletter({ editions, database, post, dkim, log }: Parts): Promise<Newsletter> {
  const tokens = await openTokens(database);
  const confirmations = post && startConfirmations({ editions, database, tokens, post, dkim, log });
  if (!post) await sayWhoWaits(database, editions, log);
  let lapsing = lapse();
  const timer = setInterval(() => {
    lapsing = lapse();
  }, LAPSE_EVERY_MS);

  function lapse() {
    return letLapse(database, Date.now()).catch((error) => log.error({ err: error }, "sign-ups did not lapse"));
  }

  return {
    tokens,
    deskOf(edition, client, siteUrl) {
      const { signUp: page, id } = edition;
      if (!page) return undefined;
      const now = () => new Date().toISOString();
      const ownerOf = (token: string) => subscriberByToken(database, tokens, id, token);
      return {
        page,
        async signUp(request) {
          const receipt = await takeSignUp(request, { edition, client, siteUrl, database, tokens });
          if (receipt.isTaken) confirmations?.nudge();
          return receipt;
        },
        confirmation: async (token) => (await lookUpConfirmation(database, id, token, now())).state,
        async confirm(token) {
          const { state, subscriber } = await spendConfirmation(database, id, token, now());
          if (state !== "good" || !subscriber) return { preferences: null, why: state === "good" ? "unknown" : state };
          log.info({ subscriber: subscriber.id, edition: id }, "subscriber confirmed");
          return { preferences: tokens.tokenOf(subscriber) };
        },
        async subscription(token) {
          const subscriber = await ownerOf(token);
          return subscriber ? subscriptionOf(subscriber) : null;
        },
        async change(token, request) {
          const form = await request.formData().catch(() => new FormData());
          return takeChange(database, tokens, await ownerOf(token), form, choosableSections(edition));
        },
        async unsubscribe(token) {
          const subscriber = await ownerOf(token);
          if (subscriber) await endSubscription(database, subscriber);
          return subscriber !== undefined;
        },
      };
    },
    async stop() {
      clearInterval(timer);
      await lapsing;
      await confirmations?.stop();
    },
  };
}

/** The sections that a subscriber can choose: those with stories of their own. */
export function choosableSections({ sections, embeds }: Pick<Edition, "sections" | "embeds">): string[] {
  return sections.flatMap(({ slug }) => (slug === embeds.events.section ? [] : [slug]));
}

async function sayWhoWaits(database: Database, editions: Editions, log: Logger): Promise<void> {
  if (!editions.all().some(({ signUp }) => signUp)) return;
  const { waiting } = await database
    .selectFrom("confirmation_mails")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("next_attempt_at", "is not", null)
    .executeTakeFirstOrThrow();
  log.warn({ waiting }, "SMTP_URL is not set: sign-ups for the briefing are stored and wait for a mail server");
}
