import { withWriterLock } from "../store/engines/engine.ts";
import { findPerson, listRoles, type Person } from "../store/people/people.ts";
import {
  deleteEndedSessions,
  deleteSession,
  findSessionByToken,
  insertSession,
  listSessionRows,
  markSessionUsed,
  type Session,
  type SessionLimits,
} from "../store/people/sessions.ts";
import { createRandomHex, hashToken } from "../store/randomTokens.ts";
import type { SignInMethod } from "../store/schema/peopleSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import type { Actor } from "./capabilities.ts";
import { logForPerson } from "./people.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Days after which a session ends: `IDLE_DAYS` after its last use, and `MAX_DAYS` after its start at the latest. */
const IDLE_DAYS = 30;
const MAX_DAYS = 90;
/** Minimum interval, in ms, between two recorded uses of a session, so that most requests do not write to the store. */
const USE_INTERVAL_MS = 5 * 60_000;
/** Maximum length of a stored User-Agent header, in characters. */
const MAX_BROWSER = 300;

/** A person who has just signed in. */
export interface SignedIn {
  person: Person;
  /** Random id of the session, for the person's cookie. Only its hash is stored. */
  token: string;
}

/** A session and its person. Contains the fields that the desk needs to handle a request. */
export interface ActiveSession extends Pick<Session, "id" | "method" | "created_at" | "used_at" | "proved_at"> {
  person: Person;
  actor: Actor & { isOperator: false };
}

export interface SignInContext {
  database: Database;
  /** Time of the request, ISO 8601. */
  now: string;
  /** Value of the User-Agent header. */
  browser: string;
}

/** Starts a session with a new random token. Call this in the transaction that verified the person's sign-in. */
export async function startSession(
  transaction: Database,
  { now, browser }: Pick<SignInContext, "now" | "browser">,
  person: Person,
  method: SignInMethod,
): Promise<SignedIn> {
  const token = createRandomHex(32);
  await deleteEndedSessions(transaction, getLimits(now));
  await insertSession(transaction, {
    token_hash: hashToken(token),
    person_id: person.id,
    method,
    browser: browser.slice(0, MAX_BROWSER).toWellFormed(),
    created_at: now,
    used_at: now,
    proved_at: method === "passkey" ? now : null,
  });
  await logForPerson(transaction, person, { editor: person.name, action: "sign in", at: now, after: { method } });
  return { person, token };
}

/** Returns the session for a token, and records its use; undefined if it has ended or the person has no role. */
export async function findSession(database: Database, token: string, now: string): Promise<ActiveSession | undefined> {
  const session = await findSessionByToken(database, hashToken(token), getLimits(now));
  if (!session) return undefined;
  const [person, roles] = await Promise.all([
    findPerson(database, session.person_id),
    listRoles(database, session.person_id),
  ]);
  if (!person || roles.size === 0) return undefined;
  if (Date.parse(now) - Date.parse(session.used_at) > USE_INTERVAL_MS)
    await withWriterLock(database, (transaction) => markSessionUsed(transaction, session.id, now));
  return { ...session, person, actor: { isOperator: false, name: person.name, personId: person.id, roles } };
}

/** Returns a person's sessions that have not ended, most recently used first. */
export async function listSessions(database: Database, personId: number, now: string): Promise<Session[]> {
  return listSessionRows(database, personId, getLimits(now));
}

/** Ends one of a person's own sessions. Returns false if the person has no session with this id. */
export async function endOwnSession(database: Database, person: Person, sessionId: number, now: string) {
  return withWriterLock(database, async (transaction) => {
    const isEnded = await deleteSession(transaction, person.id, sessionId);
    if (isEnded)
      await logForPerson(transaction, person, { editor: person.name, action: "sign out", at: now, after: null });
    return isEnded;
  });
}

function getLimits(now: string): SessionLimits {
  const before = (days: number) => new Date(Date.parse(now) - days * DAY_MS).toISOString();
  return { usedAfter: before(IDLE_DAYS), createdAfter: before(MAX_DAYS) };
}
