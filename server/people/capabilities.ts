import { PermissionError } from "../editorError.ts";
import { PERSON_ROLES, type PersonRole } from "../store/schema/peopleSchema.ts";

/** Capabilities of the desk's roles. Each role has the capabilities listed here and those of all roles before it. */
const OWN_CAPABILITIES = {
  writer: ["write own drafts", "add images", "submit"],
  editor: ["publish", "correct", "withdraw", "arrange the front page", "review", "send alerts", "print letters"],
  publisher: ["send the briefing", "read messages", "change rules", "change settings", "manage people", "take down"],
} as const satisfies Record<PersonRole, readonly string[]>;

export type Capability = (typeof OWN_CAPABILITIES)[PersonRole][number];

/**
 * A person or process that changes something: a person who is signed in to the desk, or an operator at the command
 * line. An operator may do everything.
 */
export type Actor = { name: string } & (
  | { isOperator: true }
  | { isOperator: false; personId: number; roles: ReadonlyMap<string, PersonRole> }
);

/**
 * Checks that an actor may do something.
 *
 * @throws {PermissionError} if the actor does not have the capability in the edition
 */
export function requireCapability(actor: Actor, edition: string, capability: Capability): void {
  if (!hasCapability(actor, edition, capability))
    throw new PermissionError(`${actor.name} may not ${capability} in ${edition}.`);
}

export function hasCapability(actor: Actor, edition: string, capability: Capability): boolean {
  if (actor.isOperator) return true;
  const role = actor.roles.get(edition);
  return role !== undefined && listCapabilities(role).includes(capability);
}

/** Returns the capabilities of a role. */
export function listCapabilities(role: PersonRole): Capability[] {
  return PERSON_ROLES.slice(0, PERSON_ROLES.indexOf(role) + 1).flatMap((known) => OWN_CAPABILITIES[known]);
}
