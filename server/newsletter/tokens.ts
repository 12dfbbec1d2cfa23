import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "../store/schema.ts";

/** Makes and checks what the links of mails carry. */
export interface Tokens {
  /** Where a subscriber chooses sections and days. Good for ever, from every mail, until the address is erased. */
  preferencesAddress(siteUrl: string, subscriber: TokenOwner): string;
  /** Where a subscriber ends it, by a button or by the one click of RFC 8058. Good as long. */
  unsubscribeAddress(siteUrl: string, subscriber: TokenOwner): string;
  /** Where a subscriber's preferences are, as the last part of an address. */
  tokenOf(subscriber: TokenOwner): string;
  /** Whose token this says it is; null where it is none. Whether it is, `isTokenOf` says. */
  ownerOf(token: string): number | null;
  isTokenOf(token: string, subscriber: TokenOwner): boolean;
  /** A hash that nobody without the store can make or undo, to count and to recognise what is not kept. */
  keyedHash(purpose: string, text: string): string;
}

/** What tokens are made from: the row's id, and a random of its own. */
export interface TokenOwner {
  id: number;
  secret: string;
}

const KEY_NAME = "newsletter";

/**
 * Opens the key of all links and keyed hashes, made where the store has none yet. It is kept in the store and not in the
 * environment, so that a link from an old mail works as long as the list of subscribers does.
 */
export async function openTokens(database: Database): Promise<Tokens> {
  await database
    .insertInto("secrets")
    .values({ name: KEY_NAME, value: randomText(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await database
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", KEY_NAME)
    .executeTakeFirstOrThrow();
  const key = Buffer.from(value, "hex");
  const macOf = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, 40);
  const tokenOf = ({ id, secret }: TokenOwner) => `${id.toString(36)}-${macOf(`manage ${id} ${secret}`)}`;
  return {
    tokenOf,
    preferencesAddress: (siteUrl, subscriber) => `${siteUrl}/newsletter/preferences/${tokenOf(subscriber)}`,
    unsubscribeAddress: (siteUrl, subscriber) => `${siteUrl}/newsletter/unsubscribe/${tokenOf(subscriber)}`,
    ownerOf(token) {
      const [, id] = token.match(/^([0-9a-z]{1,10})-[0-9a-f]{40}$/) ?? [];
      return id === undefined ? null : Number.parseInt(id, 36);
    },
    isTokenOf: (token, subscriber) => isSame(token, tokenOf(subscriber)),
    keyedHash: (purpose, text) => macOf(`${purpose} ${text}`),
  };
}

/** A random of `bytes` bytes in letters and digits alone: programs that find addresses in texts cut off what else ends one. */
export function randomText(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** What the store keeps of a token that stands in a mail alone. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
