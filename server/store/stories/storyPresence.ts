import { saveRow } from "../batches.ts";
import type { StoryPresenceRow } from "../schema/deskSchema.ts";
import type { StaffStoryState } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";

/** Records that a person has a story open in a browser window, and the time of the window's most recent report. */
export async function savePresence(database: Database, presence: StoryPresenceRow): Promise<void> {
  await saveRow(database, "story_presence", presence, ["story_id", "window_id"]);
}

export async function deletePresence(database: Database, storyId: number, window: string): Promise<void> {
  const rows = database.deleteFrom("story_presence").where("story_id", "=", storyId);
  await rows.where("window_id", "=", window).execute();
}

/** Deletes the records of browser windows that have sent no report since `before` (ISO 8601). */
export async function deleteOldPresence(database: Database, before: string): Promise<void> {
  await database.deleteFrom("story_presence").where("seen_at", "<", before).execute();
}

/** Returns the people who have a story open, each once. @param since ISO 8601 */
export async function listPresence(database: Database, storyId: number, since: string) {
  return database
    .selectFrom("story_presence")
    .select(["person_id as personId", "name"])
    .distinct()
    .where("story_id", "=", storyId)
    .where("seen_at", ">=", since)
    .orderBy("name")
    .execute();
}

/** State of a story. When the state changes, all browser windows with the story are notified. */
export interface StoryMark {
  state: StaffStoryState;
  version: number;
  revision: number | null;
  savedBy: string | null;
  submittedAt: string | null;
  /** Number of comments, and number of resolved ones. */
  comments: number;
  resolved: number;
}

/** Returns a story's state; undefined if deleted. Each save, submission, comment or publication changes the state. */
export async function findStoryMark(database: Database, storyId: number): Promise<StoryMark | undefined> {
  const story = await database
    .selectFrom("staff_stories")
    .leftJoin("story_copies", "story_copies.story_id", "staff_stories.id")
    .leftJoin("story_submissions", "story_submissions.story_id", "staff_stories.id")
    .select(["state", "version", "revision", "saved_by as savedBy", "submitted_at as submittedAt"])
    .where("staff_stories.id", "=", storyId)
    .executeTakeFirst();
  const comments = await database
    .selectFrom("story_comments")
    .select(({ fn }) => [fn.countAll().as("count"), fn.count("resolved_by").as("resolved")])
    .where("story_id", "=", storyId)
    .executeTakeFirst();
  return story && { ...story, comments: Number(comments?.count ?? 0), resolved: Number(comments?.resolved ?? 0) };
}
