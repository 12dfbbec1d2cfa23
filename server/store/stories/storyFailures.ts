import { saveRow } from "../batches.ts";
import type { StoryFailureRow } from "../schema/deskSchema.ts";
import type { Database } from "../schema/schema.ts";

/** Stores the reason why a scheduled story could not be published, and replaces an earlier reason. */
export async function saveFailure(database: Database, failure: StoryFailureRow): Promise<void> {
  await saveRow(database, "story_failures", failure, ["story_id"]);
}

/** Returns the reason why a story could not be published; undefined if nothing failed. */
export async function findFailure(database: Database, storyId: number): Promise<string | undefined> {
  const failures = database.selectFrom("story_failures").select("reason").where("story_id", "=", storyId);
  return (await failures.executeTakeFirst())?.reason;
}

export async function deleteFailure(database: Database, storyId: number): Promise<void> {
  await database.deleteFrom("story_failures").where("story_id", "=", storyId).execute();
}
