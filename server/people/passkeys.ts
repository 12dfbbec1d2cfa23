import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { z } from "zod";
import { withWriterLock } from "../store/engines/engine.ts";
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  markPasskeyUsed,
  type Passkey,
  takeChallenge,
} from "../store/people/passkeys.ts";
import { findPerson, type Person } from "../store/people/people.ts";
import { markSessionProved } from "../store/people/sessions.ts";
import { deleteExpired } from "../store/people/signIn.ts";
import { hashToken } from "../store/randomTokens.ts";
import type { Database } from "../store/schema/schema.ts";
import { parseStoredTexts } from "../store/storedJson.ts";
import { logForPerson } from "./people.ts";
import { type ActiveSession, type SignedIn, type SignInContext, startSession } from "./sessions.ts";

const CHALLENGE_MINUTES = 5;
/** Maximum number of passkeys per person. */
const MAX_PASSKEYS = 20;

/** Shape of an authenticator's response. Its signature is verified later. */
export const authenticatorResponseSchema = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });

/** Loads the library at the first use of a passkey, since it takes 29 MB of memory. */
const loadLibrary = () => import("@simplewebauthn/server");

/** The desk as the relying party of WebAuthn. Authenticators store passkeys under its host name. */
export interface RelyingParty {
  origin: string;
  /** Name that authenticators show. */
  name: string;
}

interface PasskeyContext {
  database: Database;
  /** Time of the request, ISO 8601. */
  now: string;
  party: RelyingParty;
}

/** Returns the options with which a browser makes a passkey for a person. */
export async function createPasskeyOptions({ database, now, party }: PasskeyContext, person: Person) {
  const options = await (await loadLibrary()).generateRegistrationOptions({
    rpName: party.name,
    rpID: getId(party),
    userName: person.name,
    userID: new Uint8Array(Buffer.from(person.handle, "hex")),
    attestationType: "none",
    excludeCredentials: (await listPasskeys(database, person.id)).map(toCredential),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await saveChallenge(database, options.challenge, person.id, now);
  return options;
}

/**
 * Stores a passkey that a browser has created. Returns false if the response is invalid, its challenge has expired, the
 * passkey is already stored, or the person already has `MAX_PASSKEYS`.
 */
export async function addPasskey(
  { database, now, party }: PasskeyContext,
  { person, id: sessionId }: Pick<ActiveSession, "person" | "id">,
  response: RegistrationResponseJSON,
): Promise<boolean> {
  const verified = await (await loadLibrary())
    .verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => useChallenge(database, challenge, person.id, now),
      expectedOrigin: party.origin,
      expectedRPID: getId(party),
      requireUserVerification: true,
    })
    .catch(() => null);
  const credential = verified?.registrationInfo?.credential;
  if (!verified?.verified || !credential) return false;
  return withWriterLock(database, async (transaction) => {
    const others = await listPasskeys(transaction, person.id);
    if (others.length >= MAX_PASSKEYS || (await findPasskey(transaction, credential.id))) return false;
    await insertPasskey(transaction, {
      id: credential.id,
      person_id: person.id,
      public_key: credential.publicKey,
      uses: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      created_at: now,
      used_at: null,
    });
    await markSessionProved(transaction, sessionId, now);
    await logForPerson(transaction, person, { editor: person.name, action: "add passkey", at: now, after: null });
    return true;
  });
}

/** Returns the options with which a browser signs a person in. Any passkey for the desk is accepted. */
export async function createSignInOptions({ database, now, party }: PasskeyContext) {
  const options = await (await loadLibrary()).generateAuthenticationOptions({
    rpID: getId(party),
    userVerification: "required",
  });
  await saveChallenge(database, options.challenge, null, now);
  return options;
}

/** Signs a person in with a passkey; undefined for an invalid response, an expired challenge or a removed passkey. */
export async function signInByPasskey(
  { party, ...context }: PasskeyContext & SignInContext,
  response: AuthenticationResponseJSON,
): Promise<SignedIn | undefined> {
  const { database, now } = context;
  const used = await verifyUse({ database, now, party }, response, null);
  if (!used) return undefined;
  return withWriterLock(database, async (transaction) => {
    if (!(await markUse(transaction, used, now))) return undefined;
    const person = await findPerson(transaction, used.passkey.person_id);
    return person && startSession(transaction, context, person, "passkey");
  });
}

/** Returns the options with which a browser lets a signed-in person confirm an action with a passkey. */
export async function createProofOptions({ database, now, party }: PasskeyContext, person: Person) {
  const passkeys = await listPasskeys(database, person.id);
  const options = await (await loadLibrary()).generateAuthenticationOptions({
    rpID: getId(party),
    userVerification: "required",
    allowCredentials: passkeys.map(toCredential),
  });
  await saveChallenge(database, options.challenge, person.id, now);
  return options;
}

/**
 * Verifies the use of a passkey by a signed-in person, and records the time in the session. Returns false if the
 * response is invalid, or the passkey belongs to another person.
 */
export async function proveByPasskey(
  parts: PasskeyContext,
  { person, id: sessionId }: Pick<ActiveSession, "person" | "id">,
  response: AuthenticationResponseJSON,
): Promise<boolean> {
  const used = await verifyUse(parts, response, person.id);
  if (!used) return false;
  return withWriterLock(parts.database, async (transaction) => {
    if (!(await markUse(transaction, used, parts.now))) return false;
    await markSessionProved(transaction, sessionId, parts.now);
    return true;
  });
}

/** Removes one of a person's passkeys. Returns false if the person has no passkey with this id. */
export async function removePasskey(
  { database, now }: Pick<PasskeyContext, "database" | "now">,
  person: Person,
  id: string,
): Promise<boolean> {
  return withWriterLock(database, async (transaction) => {
    const isRemoved = await deletePasskey(transaction, person.id, id);
    if (isRemoved)
      await logForPerson(transaction, person, { editor: person.name, action: "remove passkey", at: now, after: null });
    return isRemoved;
  });
}

/** A verified use of a passkey, with the count of uses that the authenticator reports. */
interface PasskeyUse {
  passkey: Passkey;
  uses: number;
}

/**
 * Verifies an authenticator's response. Returns undefined if the response is invalid.
 *
 * @param personId person for whom the challenge was made and to whom the passkey must belong; null for a sign-in
 */
async function verifyUse(
  { database, now, party }: PasskeyContext,
  response: AuthenticationResponseJSON,
  personId: number | null,
): Promise<PasskeyUse | undefined> {
  const passkey = await findPasskey(database, response.id);
  if (!passkey || (personId !== null && passkey.person_id !== personId)) return undefined;
  const verified = await (await loadLibrary())
    .verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => useChallenge(database, challenge, personId, now),
      expectedOrigin: party.origin,
      expectedRPID: getId(party),
      credential: { ...toCredential(passkey), publicKey: new Uint8Array(passkey.public_key), counter: passkey.uses },
      requireUserVerification: true,
    })
    .catch(() => null);
  return verified?.verified ? { passkey, uses: verified.authenticationInfo.newCounter } : undefined;
}

/** Stores the use of a passkey. Returns false if the passkey was removed while its signature was verified. */
async function markUse(transaction: Database, { passkey, uses }: PasskeyUse, now: string): Promise<boolean> {
  if (!(await findPasskey(transaction, passkey.id))) return false;
  await markPasskeyUsed(transaction, passkey.id, uses, now);
  return true;
}

async function saveChallenge(database: Database, challenge: string, personId: number | null, now: string) {
  const expires_at = new Date(Date.parse(now) + CHALLENGE_MINUTES * 60_000).toISOString();
  await withWriterLock(database, async (transaction) => {
    await deleteExpired(transaction, now);
    await insertChallenge(transaction, { challenge_hash: hashToken(challenge), person_id: personId, expires_at });
  });
}

function useChallenge(database: Database, challenge: string, personId: number | null, now: string): Promise<boolean> {
  return withWriterLock(database, (transaction) => takeChallenge(transaction, hashToken(challenge), personId, now));
}

function toCredential({ id, transports }: Passkey) {
  const stored = parseStoredTexts(transports, `transports of the passkey ${id}`);
  return { id, transports: stored as AuthenticatorTransport[] };
}

function getId({ origin }: RelyingParty): string {
  return new URL(origin).hostname;
}
