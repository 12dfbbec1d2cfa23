import { timingSafeEqual } from "node:crypto";
import type { Selectable } from "kysely";
import { loadKeyedHash } from "../../store/keyedHash.ts";
import type { SubscriberRow } from "../../store/schema/newsletterSchema.ts";
import type { Database } from "../../store/schema/schema.ts";

export type Tokens = Awaited<ReturnType<typeof loadTokens>>;

export type TokenOwner = Pick<Selectable<SubscriberRow>, "id" | "secret">;

/** Loads the key of the tokens in mail links. Returns functions that create and verify tokens with this key. */
export async function loadTokens(database: Database) {
  const hash = await loadKeyedHash(database);
  const create = ({ id, secret }: TokenOwner) => `${id.toString(36)}-${hash(`manage ${id} ${secret}`)}`;
  return {
    /** Returns a subscriber's token, which is valid until the address is erased. */
    create,
    /** Returns the URL of the page where a subscriber changes sections and days. */
    preferencesUrl: (siteUrl: string, owner: TokenOwner) => `${siteUrl}/newsletter/preferences/${create(owner)}`,
    /** Returns the URL for unsubscribing, with a button or with a one-click request (RFC 8058). */
    unsubscribeUrl: (siteUrl: string, owner: TokenOwner) => `${siteUrl}/newsletter/unsubscribe/${create(owner)}`,
    /** Returns the subscriber's id in a token, without verifying the token; null if the token is malformed. */
    parseId(token: string): number | null {
      const [, id] = token.match(/^([0-9a-z]{1,10})-[0-9a-f]{40}$/) ?? [];
      return id === undefined ? null : Number.parseInt(id, 36);
    },
    verify(token: string, owner: TokenOwner): boolean {
      const [given, expected] = [Buffer.from(token), Buffer.from(create(owner))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    /** Returns a keyed hash of a text, so that the text can be counted or recognized without being stored. */
    keyedHash: (purpose: string, text: string) => hash(`${purpose} ${text}`),
  };
}
