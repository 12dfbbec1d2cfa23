import { sql } from "kysely";
import { getEngine } from "../engines/engine.ts";
import type { StaffStoryState } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";

/** A story in a list of the newsroom. */
export interface ListedStory {
  id: number;
  version: number;
  state: StaffStoryState;
  publishAt: string | null;
  publishedAt: string | null;
  /** Time and person of the latest save: of the working copy or, if there is none, of the current version. */
  savedAt: string;
  savedBy: string;
  /**
   * JSON of the story's content: `CopyContent` if a working copy is based on the current version, otherwise
   * `StaffStoryContent`.
   */
  content: string;
  /** Current revision of the working copy; null without a working copy. */
  revision: number | null;
  /** Revision that equals the working copy's base version; -1 if no revision equals it, null without a working copy. */
  baseRevision: number | null;
  submittedAt: string | null;
  /** Reason why the story was not published when it was due; null if nothing failed. */
  failure: string | null;
}

export interface StoryFilter {
  states?: readonly StaffStoryState[];
  isSubmitted?: boolean;
  /** Name of a person, to return only stories whose first version this person saved. */
  firstSavedBy?: string;
  /** Texts to find: each must occur in the JSON of a story's content. The case of ASCII letters is ignored. */
  containing: readonly string[];
  /** Sort key of the list. "published" omits stories that readers do not see. */
  order: "saved" | "submitted" | "due" | "published";
  limit: number;
}

/** A literal instead of a parameter, so that SQLite uses the index of published stories. */
const PUBLISHED = sql.lit<StaffStoryState>("published");

/** Returns stories of an edition with the data that a list shows. */
export async function listNewsroomStories(database: Database, edition: string, filter: StoryFilter) {
  // Finds only the ids first, since SQLite would sort the texts of all stories along with the ids.
  const found = selectStories(database, edition, filter).select("staff_stories.id").limit(filter.limit);
  return selectStories(database, edition, filter)
    .where("staff_stories.id", "in", found)
    .select(["staff_stories.id", "version", "state", "publish_at as publishAt", "published_at as publishedAt"])
    .select([getSavedAt().as("savedAt"), getContent().as("content")])
    .select(sql<string>`coalesce(story_copies.saved_by, current.saved_by)`.as("savedBy"))
    .select(["story_copies.revision", "base_revision as baseRevision"])
    .select(["submitted_at as submittedAt", "story_failures.reason as failure"])
    .execute();
}

function selectStories(
  database: Database,
  edition: string,
  { states, isSubmitted, firstSavedBy, containing, order }: StoryFilter,
) {
  let stories = database
    .selectFrom("staff_stories")
    .innerJoin("staff_story_versions as current", (join) =>
      join.onRef("current.story_id", "=", "staff_stories.id").onRef("current.number", "=", "staff_stories.version"),
    )
    .leftJoin("story_copies", "story_copies.story_id", "staff_stories.id")
    .leftJoin("story_revisions", (join) =>
      join
        .onRef("story_revisions.story_id", "=", "story_copies.story_id")
        .onRef("story_revisions.revision", "=", "story_copies.revision")
        // Ignores a copy that is based on an earlier version. Such a copy exists after a save at the command line, and
        // will be merged with the current version.
        .onRef("story_copies.base_version", "=", "staff_stories.version"),
    )
    .leftJoin("story_submissions", "story_submissions.story_id", "staff_stories.id")
    .leftJoin("story_failures", "story_failures.story_id", "staff_stories.id")
    .where("edition", "=", edition);
  if (states) stories = stories.where("state", "in", states);
  if (isSubmitted) stories = stories.where("submitted_at", "is not", null);
  if (firstSavedBy !== undefined)
    stories = stories.where("staff_stories.id", "in", (row) =>
      row
        .selectFrom("staff_story_versions")
        .select("story_id")
        // A literal instead of a parameter, so that SQLite uses the index of first versions.
        .where("number", "=", sql.lit(1))
        .where("saved_by", "=", firstSavedBy),
    );
  for (const text of containing) stories = stories.where(getEngine(database).containsAny(getContent(), [text]));
  if (order === "published") stories = stories.where("state", "=", PUBLISHED).orderBy("published_at", "desc");
  else if (order === "due") stories = stories.orderBy("publish_at");
  else if (order === "submitted") stories = stories.orderBy("submitted_at");
  else stories = stories.orderBy(getSavedAt(), "desc");
  return stories.orderBy("staff_stories.id", "desc");
}

function getContent() {
  return sql<string>`coalesce(story_revisions.content, current.content)`;
}

function getSavedAt() {
  return sql<string>`coalesce(story_copies.saved_at, current.saved_at)`;
}

/** Returns the topics of an edition's newest published stories. Each story's topics are one JSON array. */
export async function listPublishedTopics(database: Database, edition: string, limit: number): Promise<string[]> {
  const stories = await database
    .selectFrom("staff_stories")
    .innerJoin("articles", "articles.id", "staff_stories.article_id")
    .select("categories")
    .where("edition", "=", edition)
    .where("state", "=", PUBLISHED)
    .orderBy("staff_stories.published_at", "desc")
    .limit(limit)
    .execute();
  return stories.map(({ categories }) => categories);
}
