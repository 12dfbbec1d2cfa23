import type { StaffStoryState } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";

/** A story in a list of the newsroom. */
export interface ListedStory {
  id: number;
  version: number;
  state: StaffStoryState;
  publishAt: string | null;
  publishedAt: string | null;
  /** When and by whom the current version was saved. */
  savedAt: string;
  savedBy: string;
  /** JSON: `StaffStoryContent`. */
  content: string;
}

/** Stories of a state, or those whose first version a person saved. */
export interface StoryFilter {
  states?: readonly StaffStoryState[];
  firstSavedBy?: string;
  limit: number;
}

/** Returns stories of an edition with what a list shows of them, the last saved first. */
export async function listNewsroomStories(
  database: Database,
  edition: string,
  { states, firstSavedBy, limit }: StoryFilter,
): Promise<ListedStory[]> {
  let stories = database
    .selectFrom("staff_stories")
    .innerJoin("staff_story_versions as current", (join) =>
      join.onRef("current.story_id", "=", "staff_stories.id").onRef("current.number", "=", "staff_stories.version"),
    )
    .where("edition", "=", edition);
  if (states) stories = stories.where("state", "in", states);
  if (firstSavedBy !== undefined)
    stories = stories.where("staff_stories.id", "in", (row) =>
      row
        .selectFrom("staff_story_versions")
        .select("story_id")
        .where("number", "=", 1)
        .where("saved_by", "=", firstSavedBy),
    );
  return stories
    .select(["staff_stories.id", "version", "state", "publish_at as publishAt", "published_at as publishedAt"])
    .select(["current.saved_at as savedAt", "current.saved_by as savedBy", "current.content"])
    .orderBy("current.saved_at", "desc")
    .orderBy("staff_stories.id", "desc")
    .limit(limit)
    .execute();
}
