import type { Insertable, Selectable } from "kysely";
import { saveRow } from "../batches.ts";
import type { StoryCopyRow, StoryRevisionRow } from "../schema/deskSchema.ts";
import type { Database } from "../schema/schema.ts";

export type StoryCopy = StoryCopyRow;
export type StoryRevision = Selectable<StoryRevisionRow>;

/** Returns a story's working copy with its content as JSON; undefined if the story has none. */
export async function findCopy(database: Database, storyId: number) {
  return database
    .selectFrom("story_copies")
    .innerJoin("story_revisions", (join) =>
      join
        .onRef("story_revisions.story_id", "=", "story_copies.story_id")
        .onRef("story_revisions.revision", "=", "story_copies.revision"),
    )
    .selectAll("story_copies")
    .select("content")
    .where("story_copies.story_id", "=", storyId)
    .executeTakeFirst();
}

/** Stores a story's working copy in place of the former one. The caller must store the copy's revision. */
export async function saveCopyRow(transaction: Database, copy: StoryCopyRow): Promise<void> {
  await saveRow(transaction, "story_copies", copy, ["story_id"]);
}

export async function insertRevision(transaction: Database, revision: Insertable<StoryRevisionRow>): Promise<void> {
  await transaction.insertInto("story_revisions").values(revision).execute();
}

export async function findRevision(database: Database, storyId: number, revision: number) {
  const revisions = database.selectFrom("story_revisions").selectAll().where("story_id", "=", storyId);
  return revisions.where("revision", "=", revision).executeTakeFirst();
}

/** Returns the revision that a request with the given key saved. */
export async function findRevisionByKey(database: Database, storyId: number, key: string) {
  const revisions = database.selectFrom("story_revisions").selectAll().where("story_id", "=", storyId);
  return revisions.where("save_key", "=", key).executeTakeFirst();
}

/** Returns the names of the people who saved revisions after the given one. Lists each name once. */
export async function listSaversSince(database: Database, storyId: number, revision: number): Promise<string[]> {
  const savers = await database
    .selectFrom("story_revisions")
    .select("saved_by")
    .distinct()
    .where("story_id", "=", storyId)
    .where("revision", ">", revision)
    .execute();
  return savers.map(({ saved_by }) => saved_by);
}

/** Returns a story's newest revisions without their contents, newest first. */
export async function listRevisions(database: Database, storyId: number, limit: number) {
  return database
    .selectFrom("story_revisions")
    .select(["revision", "saved_at", "saved_by", "name"])
    .where("story_id", "=", storyId)
    .orderBy("revision", "desc")
    .limit(limit)
    .execute();
}

export async function nameRevision(transaction: Database, storyId: number, revision: number, name: string | null) {
  const row = transaction.updateTable("story_revisions").set({ name }).where("story_id", "=", storyId);
  await row.where("revision", "=", revision).execute();
}

/** Returns the working copies whose autosaves are due to be thinned out. @param now ISO 8601 */
export async function listCopiesToThin(database: Database, now: string, limit: number): Promise<StoryCopy[]> {
  const copies = database.selectFrom("story_copies").selectAll().where("thin_at", "<=", now);
  return copies.orderBy("thin_at").limit(limit).execute();
}

export async function deleteRevisions(transaction: Database, storyId: number, revisions: readonly number[]) {
  const rows = transaction.deleteFrom("story_revisions").where("story_id", "=", storyId);
  await rows.where("revision", "in", revisions).execute();
}

/** Sets the time (ISO 8601) at which a story's autosaves are next thinned out; null for no further thinning. */
export async function setThinAt(transaction: Database, storyId: number, thinAt: string | null): Promise<void> {
  await transaction.updateTable("story_copies").set({ thin_at: thinAt }).where("story_id", "=", storyId).execute();
}
