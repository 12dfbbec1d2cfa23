import { toCleanLine } from "../../core/controls.ts";
import { EditorError } from "../editorError.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { deletePasskeys } from "../store/people/passkeys.ts";
import {
  deletePerson,
  deleteRole,
  findPersonByEmail,
  findPersonByName,
  insertPerson,
  listPeople,
  listPublishers,
  listRoles,
  type Person,
  saveRole,
} from "../store/people/people.ts";
import { deleteSessions } from "../store/people/sessions.ts";
import { deleteCodes, deleteLinks, saveMailCodeBan } from "../store/people/signIn.ts";
import { createRandomHex } from "../store/randomTokens.ts";
import { PERSON_ROLES, type PersonRole } from "../store/schema/peopleSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { recordActions } from "../store/stories/editorLog.ts";
import { type Actor, hasCapability, requireCapability } from "./capabilities.ts";

const MAX_NAME = 100;
/** Maximum length of a mail address, in bytes (RFC 5321, section 4.5.3.1.3). */
const MAX_EMAIL = 254;

export interface PeopleEditing {
  database: Database;
  /** Id of the edition whose people are changed. */
  edition: string;
  actor: Actor;
  /** Time of the change, ISO 8601. */
  now: string;
}

export interface NewPerson {
  name: string;
  role: PersonRole;
  /** Mail address; null for a person who gets no mail. */
  email: string | null;
}

/** Parses the name of a role. @throws {EditorError} if there is no such role */
export function parseRole(text: string): PersonRole {
  const role = PERSON_ROLES.find((known) => known === text);
  if (!role) throw new EditorError(`There is no role "${text}"; the roles are ${PERSON_ROLES.join(", ")}.`);
  return role;
}

/**
 * Adds a person to an edition. If the person already belongs to another edition, only adds the role; the actor must
 * manage the people of that edition, too.
 *
 * @throws {EditorError} if the person already has a role in the edition, or the name or the address belongs to somebody
 * else
 */
export async function addPerson(editing: PeopleEditing, person: NewPerson): Promise<Person> {
  // Normalizes the name to NFC, since the log and the rights of writers identify a person by name.
  const name = toCleanLine(person.name.normalize("NFC"));
  if (name === "" || name.length > MAX_NAME) throw new EditorError(`A name has 1 to ${MAX_NAME} characters.`);
  const email = person.email === null ? null : parseEmail(person.email);
  return change(editing, async (transaction) => {
    const { edition, now } = editing;
    const known = await findPersonByName(transaction, name);
    const owner = email === null ? undefined : await findPersonByEmail(transaction, email);
    for (const other of [known, owner]) if (other) await requireOwnPerson(transaction, editing, other);
    if (owner && owner.id !== known?.id) throw new EditorError(`The address ${email} belongs to ${owner.name}.`);
    if (known && email !== null && known.email !== email)
      throw new EditorError(`There is a ${name} with another address. Add this person by another name.`);
    if (known && (await listRoles(transaction, known.id)).has(edition))
      throw new EditorError(`${name} is already a person of ${edition}.`);
    const added =
      known ?? (await insertPerson(transaction, { name, email, handle: createRandomHex(32), created_at: now }));
    await saveRole(transaction, added.id, edition, person.role);
    await log(transaction, editing, added, "add person", null, { name, role: person.role });
    return added;
  });
}

function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > MAX_EMAIL || !/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/.test(email) || /\p{C}/u.test(email))
    throw new EditorError(`${JSON.stringify(text)} is not an email address.`);
  return email;
}

/**
 * Changes a person's role in an edition.
 *
 * @throws {EditorError} if the edition has no such person, or would be left without a publisher
 */
export async function changeRole(editing: PeopleEditing, name: string, role: PersonRole): Promise<void> {
  await change(editing, async (transaction) => {
    const { edition } = editing;
    const person = await requirePerson(transaction, edition, name);
    const before = (await listRoles(transaction, person.id)).get(edition);
    if (before === role) return;
    if (role !== "publisher") await requireOtherPublisher(transaction, editing, person, false);
    await saveRole(transaction, person.id, edition, role);
    await log(transaction, editing, person, "change role", { role: before }, { role });
  });
}

/**
 * Removes a person from an edition. If the person has no other edition, deletes the person, who then can no longer sign
 * in. The log keeps the name.
 *
 * @throws {EditorError} if the edition has no such person, or would be left without a publisher
 */
export async function removePerson(editing: PeopleEditing, name: string): Promise<void> {
  await change(editing, async (transaction) => {
    const { edition } = editing;
    const person = await requirePerson(transaction, edition, name);
    await requireOtherPublisher(transaction, editing, person, true);
    const roles = await listRoles(transaction, person.id);
    if (roles.size > 1) await deleteRole(transaction, person.id, edition);
    else await deletePerson(transaction, person.id);
    await log(transaction, editing, person, "remove person", { name, role: roles.get(edition) }, null);
  });
}

/** Ends a person's sessions, and deletes the person's unused link and codes. Returns the number of ended sessions. */
export async function endSessions(editing: PeopleEditing, name: string): Promise<number> {
  return change(editing, async (transaction) => {
    const person = await requireManagedPerson(transaction, editing, name);
    const sessions = await endAllSessions(transaction, person.id);
    await log(transaction, editing, person, "end sessions", null, { sessions });
    return sessions;
  });
}

/**
 * Ends the sessions and deletes the passkeys, links and codes of a person who lost a device.
 *
 * @returns the person, who needs a new link to sign in
 */
export async function resetPerson(editing: PeopleEditing, name: string): Promise<Person> {
  return change(editing, async (transaction) => {
    const person = await requireManagedPerson(transaction, editing, name);
    const sessions = await endAllSessions(transaction, person.id);
    const passkeys = await deletePasskeys(transaction, person.id);
    await log(transaction, editing, person, "reset sign-in", null, { sessions, passkeys });
    return person;
  });
}

/** Allows or bans sign-in with mailed codes for all people of an edition. */
export async function setMailCodes(editing: PeopleEditing, isAllowed: boolean): Promise<void> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition, "change settings");
  await withWriterLock(database, async (transaction) => {
    await saveMailCodeBan(transaction, edition, !isAllowed);
    const action = { edition, at: now, editor: actor.name, action: "set mail codes", subject: "people" };
    await recordActions(transaction, [{ ...action, before: null, after: { isAllowed } }]);
  });
}

/**
 * Requires that the actor manages the people of one of the person's editions. Otherwise, any publisher could add the
 * person to another edition, and the publishers of the person's earlier editions could no longer reset the person's
 * sign-in (see `requireManagedPerson`). The error messages of `addPerson` would also reveal the owner of an address.
 *
 * @throws {EditorError} if the actor manages the people of none of these editions
 */
async function requireOwnPerson(transaction: Database, { actor }: PeopleEditing, person: Person): Promise<void> {
  const editions = [...(await listRoles(transaction, person.id)).keys()];
  if (editions.some((edition) => hasCapability(actor, edition, "manage people"))) return;
  throw new EditorError(
    "Somebody of another edition has this name or address. Only an operator, or a publisher of both editions, can add that person.",
  );
}

/** Returns a person by name. @throws {EditorError} if the edition has no person of this name */
async function requirePerson(transaction: Database, edition: string, name: string): Promise<Person> {
  const person = await findPersonByName(transaction, name);
  if (!person || !(await listRoles(transaction, person.id)).has(edition))
    throw new EditorError(`${edition} has no person named ${name}.`);
  return person;
}

/**
 * Returns a person whose sign-in the actor may change. A link or a reset gives access to all editions of the person, so
 * the actor must manage the people of all these editions.
 *
 * @throws {EditorError} if the edition has no person of this name
 * @throws {PermissionError} if the actor does not manage all editions of the person
 */
export async function requireManagedPerson(
  transaction: Database,
  { edition, actor }: PeopleEditing,
  name: string,
): Promise<Person> {
  const person = await requirePerson(transaction, edition, name);
  for (const other of (await listRoles(transaction, person.id)).keys())
    requireCapability(actor, other, "manage people");
  return person;
}

/** Logs an action on a person in every edition of the person. Call this after the action. */
export async function logForPerson(
  transaction: Database,
  person: Pick<Person, "id">,
  { editor, action, at, after }: { editor: string; action: string; at: string; after: object | null },
): Promise<void> {
  const editions = [...(await listRoles(transaction, person.id)).keys()];
  const shared = { editor, action, at, after, before: null, subject: getSubject(person) };
  await recordActions(
    transaction,
    editions.map((edition) => ({ edition, ...shared })),
  );
}

async function change<Result>(editing: PeopleEditing, work: (transaction: Database) => Promise<Result>) {
  requireCapability(editing.actor, editing.edition, "manage people");
  return withWriterLock(editing.database, work);
}

async function endAllSessions(transaction: Database, personId: number): Promise<number> {
  await deleteLinks(transaction, personId);
  await deleteCodes(transaction, personId);
  return deleteSessions(transaction, personId);
}

/**
 * Rejects a change that would leave an edition without anybody who may manage its people.
 *
 * @param isRemoval true to let an operator remove the last person of an edition
 */
async function requireOtherPublisher(
  transaction: Database,
  { edition, actor }: PeopleEditing,
  { name }: Person,
  isRemoval: boolean,
): Promise<void> {
  const publishers = await listPublishers(transaction, edition);
  if (!publishers.includes(name) || publishers.length > 1) return;
  const isLastPerson = (await listPeople(transaction, edition)).length === 1;
  if (isRemoval && actor.isOperator && isLastPerson) return;
  throw new EditorError(`${name} is the last publisher of ${edition}. Make somebody else a publisher first.`);
}

async function log(
  transaction: Database,
  { edition, actor, now }: PeopleEditing,
  person: Pick<Person, "id">,
  action: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  const shared = { edition, at: now, editor: actor.name, action, subject: getSubject(person) };
  await recordActions(transaction, [{ ...shared, before, after }]);
}

function getSubject({ id }: Pick<Person, "id">): string {
  return `person ${id}`;
}
