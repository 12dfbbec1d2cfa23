import type { Insertable, Selectable } from "kysely";
import { saveRow } from "../batches.ts";
import type { PersonRole, PersonRow } from "../schema/peopleSchema.ts";
import type { Database } from "../schema/schema.ts";

export type Person = Selectable<PersonRow>;

/** A person in the list of an edition's people. */
export interface ListedPerson extends Pick<Person, "id" | "name" | "email"> {
  role: PersonRole;
  passkeys: number;
  /** Time of the last use of any session, ISO 8601; null if there is none. */
  usedAt: string | null;
  /** Expiry (ISO 8601) of the unused one-time link, even if in the past; null if there is no link. */
  linkExpiresAt: string | null;
}

export async function insertPerson(database: Database, person: Insertable<PersonRow>): Promise<Person> {
  return database.insertInto("people").values(person).returningAll().executeTakeFirstOrThrow();
}

export async function findPerson(database: Database, id: number): Promise<Person | undefined> {
  return database.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findPersonByName(database: Database, name: string): Promise<Person | undefined> {
  return database.selectFrom("people").selectAll().where("name", "=", name).executeTakeFirst();
}

/** Finds a person by mail address. @param email in lower case */
export async function findPersonByEmail(database: Database, email: string): Promise<Person | undefined> {
  return database.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
}

/** Returns the names of all people in alphabetical order. */
export async function listNames(database: Database): Promise<string[]> {
  return (await database.selectFrom("people").select("name").orderBy("name").execute()).map(({ name }) => name);
}

/** Returns true if anybody has a session or a passkey. */
export async function hasSignIns(database: Database): Promise<boolean> {
  const sessions = database.selectFrom("sessions").select("person_id");
  const signIn = sessions.unionAll(database.selectFrom("passkeys").select("person_id")).limit(1);
  return (await signIn.executeTakeFirst()) !== undefined;
}

/** Returns a person's roles, by edition. */
export async function listRoles(database: Database, personId: number): Promise<Map<string, PersonRole>> {
  const rows = await database
    .selectFrom("person_roles")
    .select(["edition", "role"])
    .where("person_id", "=", personId)
    .orderBy("edition")
    .execute();
  return new Map(rows.map(({ edition, role }) => [edition, role]));
}

export async function saveRole(database: Database, personId: number, edition: string, role: PersonRole): Promise<void> {
  await saveRow(database, "person_roles", { person_id: personId, edition, role }, ["person_id", "edition"]);
}

export async function deleteRole(database: Database, personId: number, edition: string): Promise<void> {
  await database.deleteFrom("person_roles").where("person_id", "=", personId).where("edition", "=", edition).execute();
}

/** Returns the people of an edition, sorted by name. */
export async function listPeople(database: Database, edition: string): Promise<ListedPerson[]> {
  const rows = await database
    .selectFrom("people")
    .innerJoin("person_roles", "person_roles.person_id", "people.id")
    .select(["people.id", "people.name", "people.email", "person_roles.role"])
    .select(({ selectFrom }) => [
      selectFrom("passkeys")
        .whereRef("passkeys.person_id", "=", "people.id")
        .select(({ fn }) => fn.countAll<number | string>().as("count"))
        .as("passkeys"),
      selectFrom("sessions")
        .whereRef("sessions.person_id", "=", "people.id")
        .select(({ fn }) => fn.max("sessions.used_at").as("used_at"))
        .as("usedAt"),
      selectFrom("sign_in_links")
        .whereRef("sign_in_links.person_id", "=", "people.id")
        .select(({ fn }) => fn.max("sign_in_links.expires_at").as("expires_at"))
        .as("linkExpiresAt"),
    ])
    .where("person_roles.edition", "=", edition)
    .orderBy("people.name")
    .execute();
  // Converts the count, whose type also includes text and null.
  return rows.map((row) => ({ ...row, passkeys: Number(row.passkeys ?? 0) }));
}

/** Returns the names of an edition's publishers in alphabetical order. */
export async function listPublishers(database: Database, edition: string): Promise<string[]> {
  const rows = await database
    .selectFrom("people")
    .innerJoin("person_roles", "person_roles.person_id", "people.id")
    .select("people.name")
    .where("person_roles.edition", "=", edition)
    .where("person_roles.role", "=", "publisher")
    .orderBy("people.name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes a person, together with the person's roles, sessions, passkeys, links, codes and challenges. */
export async function deletePerson(database: Database, id: number): Promise<void> {
  for (const table of [
    "person_roles",
    "sessions",
    "passkeys",
    "sign_in_links",
    "sign_in_codes",
    "sign_in_challenges",
  ] as const)
    await database.deleteFrom(table).where("person_id", "=", id).execute();
  await database.deleteFrom("people").where("id", "=", id).execute();
}
