import { randomInt, timingSafeEqual } from "node:crypto";
import { withWriterLock } from "../store/engines/engine.ts";
import { loadKeyedHash } from "../store/keyedHash.ts";
import { findPerson, findPersonByEmail, listRoles } from "../store/people/people.ts";
import { deleteCode, deleteExpired, hasMailCodeBan, insertCode, tryCode } from "../store/people/signIn.ts";
import { createRandomHex, hashToken } from "../store/randomTokens.ts";
import { countHit } from "../store/rateLimitHits.ts";
import type { Database } from "../store/schema/schema.ts";
import { type SignedIn, type SignInContext, startSession } from "./sessions.ts";

/** Characters of codes: capital letters and digits, without I, O, 0 and 1, which are easily confused. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;
export const CODE_MINUTES = 10;
const MAX_TRIES = 5;
const HOUR_MS = 60 * 60_000;
/** Maximum numbers of codes per hour for one mail address, and for one client address. */
const MAX_CODES_PER_ADDRESS = 5;
const MAX_CODES_PER_CLIENT = 20;

/** A code and the person to whom it is mailed. */
export interface CodeMail {
  email: string;
  name: string;
  code: string;
}

/**
 * Creates a code for the person with a mail address.
 *
 * @param client IP address, for the rate limit
 * @returns `request`, a random id that the browser must send together with the code, and `mail`, the mail with the
 * code. `mail` is null for an unknown address, after too many requests, and for a person of an edition that bans codes.
 * The browser must not learn which case applies.
 */
export async function createSignInCode(
  { database, now }: Pick<SignInContext, "database" | "now">,
  address: string,
  client: string,
): Promise<{ request: string; mail: CodeMail | null }> {
  const email = address.trim().toLowerCase();
  const request = createRandomHex(32);
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const keyedHash = await loadKeyedHash(database);
  const limit = (kind: string, text: string, maxHits: number) => {
    return { kind, keyHash: keyedHash(`code limit ${kind} ${text}`), maxHits, windowMs: HOUR_MS };
  };
  const limits = [limit("address", email, MAX_CODES_PER_ADDRESS), limit("client", client, MAX_CODES_PER_CLIENT)];
  return withWriterLock(database, async (transaction) => {
    await deleteExpired(transaction, now);
    const isLimited = (await countHit(transaction, limits, Date.parse(now))) !== null;
    const person = isLimited ? undefined : await findReceiver(transaction, email);
    await insertCode(transaction, {
      request_hash: hashToken(request),
      person_id: person?.id ?? null,
      code_hash: hashCode(request, code),
      tries: 0,
      expires_at: new Date(Date.parse(now) + CODE_MINUTES * 60_000).toISOString(),
    });
    return { request, mail: person ? { email, name: person.name, code } : null };
  });
}

/**
 * Signs a person in with a code. Returns undefined if the code is wrong, has expired or was tried too often.
 *
 * @param request id that `createSignInCode` returned
 */
export async function signInByCode(
  context: SignInContext,
  request: string,
  code: string,
): Promise<SignedIn | undefined> {
  const { database, now } = context;
  const typed = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return withWriterLock(database, async (transaction) => {
    const stored = await tryCode(transaction, hashToken(request), MAX_TRIES, now);
    if (!stored || !isEqual(stored.code_hash, hashCode(request, typed))) return undefined;
    await deleteCode(transaction, stored.request_hash);
    const person = stored.person_id === null ? undefined : await findPerson(transaction, stored.person_id);
    return person && startSession(transaction, context, person, "code");
  });
}

async function findReceiver(transaction: Database, email: string) {
  const person = await findPersonByEmail(transaction, email);
  const editions = person ? [...(await listRoles(transaction, person.id)).keys()] : [];
  if (editions.length === 0 || (await hasMailCodeBan(transaction, editions))) return undefined;
  return person;
}

/**
 * Hashes a code together with the random id of its request. The store contains only a hash of this id. If the store is
 * stolen, hashing all possible codes therefore does not reveal the code.
 */
function hashCode(request: string, code: string): string {
  return hashToken(`${request} ${code}`);
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
