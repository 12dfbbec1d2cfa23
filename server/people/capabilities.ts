import { PermissionError } from "../editorError.ts";
import { PERSON_ROLES, type PersonRole } from "../store/schema/peopleSchema.ts";

/** Capabilities that each role adds to the capabilities of the roles before it. */
const OWN_CAPABILITIES = {
  writer: ["write own drafts", "add images", "submit"],
  editor: ["publish", "correct", "withdraw", "arrange the front page", "review", "send alerts", "print letters"],
  publisher: ["send the briefing", "read messages", "change rules", "change settings", "manage people", "take down"],
} as const satisfies Record<PersonRole, readonly string[]>;

export type Capability = (typeof OWN_CAPABILITIES)[PersonRole][number];

/** Author of a change: a person who is signed in to the desk, or an operator at the command line with all rights. */
export type Actor = { name: string } & (
  | { isOperator: true }
  | { isOperator: false; personId: number; roles: ReadonlyMap<string, PersonRole> }
);

/** Checks a capability of an actor. @throws {PermissionError} if the actor lacks the capability in the edition */
export function requireCapability(actor: Actor, edition: string, capability: Capability): void {
  if (!hasCapability(actor, edition, capability))
    throw new PermissionError(`${actor.name} may not ${capability} in ${edition}.`);
}

export function hasCapability(actor: Actor, edition: string, capability: Capability): boolean {
  if (actor.isOperator) return true;
  const role = actor.roles.get(edition);
  return role !== undefined && listCapabilities(role).includes(capability);
}

/** Returns the capabilities of a role, including those of the roles before it. */
export function listCapabilities(role: PersonRole): Capability[] {
  return PERSON_ROLES.slice(0, PERSON_ROLES.indexOf(role) + 1).flatMap((known) => OWN_CAPABILITIES[known]);
}
