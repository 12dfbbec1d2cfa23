import { withWriterLock } from "../store/engines/engine.ts";
import { findPerson, type Person } from "../store/people/people.ts";
import { deleteExpired, findLink, replaceLink, takeLink } from "../store/people/signIn.ts";
import { createRandomHex, hashToken } from "../store/randomTokens.ts";
import type { Database } from "../store/schema/schema.ts";
import { requireCapability } from "./capabilities.ts";
import { logForPerson, type PeopleEditing, requireManagedPerson } from "./people.ts";
import { type SignedIn, type SignInContext, startSession } from "./sessions.ts";

/** Validity, in hours, of a one-time link that is shown to a publisher or an operator. */
export const LINK_HOURS = 24;

/**
 * Creates a one-time sign-in link for a person. The new link replaces an earlier link.
 *
 * @returns the token; only its hash is stored
 */
export async function createSignInLink(editing: PeopleEditing, name: string, hours = LINK_HOURS): Promise<string> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition, "manage people");
  return withWriterLock(database, async (transaction) => {
    const person = await requireManagedPerson(transaction, editing, name);
    const token = createRandomHex(32);
    const expires_at = new Date(Date.parse(now) + hours * 60 * 60_000).toISOString();
    await deleteExpired(transaction, now);
    await replaceLink(transaction, { token_hash: hashToken(token), person_id: person.id, expires_at });
    await logForPerson(transaction, person, {
      editor: actor.name,
      action: "create link",
      at: now,
      after: { expires_at },
    });
    return token;
  });
}

/** Returns the person who can sign in with a link; undefined if the link was used or replaced, or has expired. */
export async function findPersonOfLink(database: Database, token: string, now: string): Promise<Person | undefined> {
  const id = await findLink(database, hashToken(token), now);
  return id === undefined ? undefined : findPerson(database, id);
}

/** Signs a person in with a one-time link. Returns undefined if the link was used or replaced, or has expired. */
export async function signInByLink(context: SignInContext, token: string): Promise<SignedIn | undefined> {
  return withWriterLock(context.database, async (transaction) => {
    const id = await takeLink(transaction, hashToken(token), context.now);
    const person = id === undefined ? undefined : await findPerson(transaction, id);
    return person && startSession(transaction, context, person, "link");
  });
}
