import { hasSignIns, listNames } from "../store/people/people.ts";
import type { Database } from "../store/schema/schema.ts";
import type { Actor } from "./capabilities.ts";
import { addPerson } from "./people.ts";
import { createSignInLink } from "./signInLinks.ts";

/** Name of the person who is created for the first sign-in. */
const FIRST_NAME = "Publisher";
const ACTOR: Actor = { isOperator: true, name: "first start" };

/**
 * Creates a one-time sign-in link for a first publisher, who gets this role in all editions.
 *
 * @param editions ids of the editions
 * @returns the link's token; null if there is no edition, somebody has signed in, or another person was added
 */
export async function createFirstLink(
  database: Database,
  editions: readonly string[],
  now: string,
): Promise<string | null> {
  const [first] = editions;
  if (first === undefined || (await hasSignIns(database))) return null;
  const names = await listNames(database);
  if (names.some((name) => name !== FIRST_NAME)) return null;
  const toEditing = (edition: string) => ({ database, edition, actor: ACTOR, now });
  if (names.length === 0)
    for (const edition of editions)
      await addPerson(toEditing(edition), { name: FIRST_NAME, role: "publisher", email: null });
  return createSignInLink(toEditing(first), FIRST_NAME);
}
