import type { Insertable, Selectable } from "kysely";
import { deleteRows } from "../batches.ts";
import type { PasskeyRow } from "../schema/peopleSchema.ts";
import type { Database, Tables } from "../schema/schema.ts";

export type Passkey = Selectable<PasskeyRow>;

export async function insertChallenge(database: Database, challenge: Tables["sign_in_challenges"]): Promise<void> {
  await database.insertInto("sign_in_challenges").values(challenge).execute();
}

/**
 * Deletes a challenge, so that it is used only once. Returns false if the person has no such challenge, it has expired,
 * or another call has already used it.
 */
export async function takeChallenge(
  database: Database,
  challengeHash: string,
  personId: number | null,
  now: string,
): Promise<boolean> {
  const challenge = database
    .deleteFrom("sign_in_challenges")
    .where("challenge_hash", "=", challengeHash)
    .where("person_id", personId === null ? "is" : "=", personId)
    .where("expires_at", ">", now);
  return (await challenge.executeTakeFirst()).numDeletedRows > 0n;
}

export async function insertPasskey(database: Database, passkey: Insertable<PasskeyRow>): Promise<void> {
  await database.insertInto("passkeys").values(passkey).execute();
}

export async function findPasskey(database: Database, id: string): Promise<Passkey | undefined> {
  return database.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns a person's passkeys, oldest first. */
export async function listPasskeys(database: Database, personId: number): Promise<Passkey[]> {
  return database
    .selectFrom("passkeys")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function markPasskeyUsed(database: Database, id: string, uses: number, now: string): Promise<void> {
  await database.updateTable("passkeys").set({ uses, used_at: now }).where("id", "=", id).execute();
}

/** Deletes one of a person's passkeys. Returns false if the person has no passkey with this id. */
export async function deletePasskey(database: Database, personId: number, id: string): Promise<boolean> {
  return (await deleteRows(database, "passkeys", { id, person_id: personId })) > 0;
}

/** Deletes all passkeys of a person. Returns their number. */
export function deletePasskeys(database: Database, personId: number): Promise<number> {
  return deleteRows(database, "passkeys", { person_id: personId });
}
