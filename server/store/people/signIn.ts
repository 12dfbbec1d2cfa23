import type { Insertable } from "kysely";
import { addRows, deleteRows } from "../batches.ts";
import type { SignInCodeRow } from "../schema/peopleSchema.ts";
import type { Database, Tables } from "../schema/schema.ts";

/** Deletes links, codes and challenges that have expired. */
export async function deleteExpired(database: Database, now: string): Promise<void> {
  for (const table of ["sign_in_links", "sign_in_codes", "sign_in_challenges"] as const)
    await database.deleteFrom(table).where("expires_at", "<=", now).execute();
}

/** Stores a sign-in link. It replaces the person's earlier links. */
export async function replaceLink(database: Database, link: Tables["sign_in_links"]): Promise<void> {
  await deleteLinks(database, link.person_id);
  await database.insertInto("sign_in_links").values(link).execute();
}

export async function deleteLinks(database: Database, personId: number): Promise<void> {
  await database.deleteFrom("sign_in_links").where("person_id", "=", personId).execute();
}

/** Returns the id of a link's person, and leaves the link valid; undefined if the link is unknown or has expired. */
export async function findLink(database: Database, tokenHash: string, now: string): Promise<number | undefined> {
  const link = database.selectFrom("sign_in_links").select("person_id").where("token_hash", "=", tokenHash);
  return (await link.where("expires_at", ">", now).executeTakeFirst())?.person_id;
}

/**
 * Deletes a link, so that it is used only once, and returns the id of its person; undefined if the link is unknown, has
 * expired, or was used by another call.
 */
export async function takeLink(database: Database, tokenHash: string, now: string): Promise<number | undefined> {
  const link = database.deleteFrom("sign_in_links").where("token_hash", "=", tokenHash).where("expires_at", ">", now);
  return (await link.returning("person_id").executeTakeFirst())?.person_id;
}

export async function insertCode(database: Database, code: Insertable<SignInCodeRow>): Promise<void> {
  await database.insertInto("sign_in_codes").values(code).execute();
}

/** Counts an attempt and returns the code; undefined if it is unknown, has expired, or had `maxTries` attempts. */
export async function tryCode(database: Database, requestHash: string, maxTries: number, now: string) {
  return database
    .updateTable("sign_in_codes")
    .set((row) => ({ tries: row("tries", "+", 1) }))
    .where("request_hash", "=", requestHash)
    .where("tries", "<", maxTries)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a code. Returns false if another call has already deleted it. */
export async function deleteCode(database: Database, requestHash: string): Promise<boolean> {
  return (await deleteRows(database, "sign_in_codes", { request_hash: requestHash })) > 0;
}

export async function deleteCodes(database: Database, personId: number): Promise<void> {
  await database.deleteFrom("sign_in_codes").where("person_id", "=", personId).execute();
}

/** Returns true if one of the editions bans sign-in with mailed codes. */
export async function hasMailCodeBan(database: Database, editions: readonly string[]): Promise<boolean> {
  const bans = database.selectFrom("mail_code_bans").select("edition").where("edition", "in", editions);
  return (await bans.executeTakeFirst()) !== undefined;
}

export async function saveMailCodeBan(database: Database, edition: string, isBanned: boolean): Promise<void> {
  if (isBanned) await addRows(database, "mail_code_bans", [{ edition }]);
  else await database.deleteFrom("mail_code_bans").where("edition", "=", edition).execute();
}
