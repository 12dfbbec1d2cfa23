import type { Selectable } from "kysely";
import type { StaffStoryRow, StaffStoryState } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";

export type StaffStory = Selectable<StaffStoryRow>;

/** Finds an edition's staff story by its current or a former slug. */
export async function findStaffStory(database: Database, edition: string, slug: string) {
  const stories = database.selectFrom("staff_stories").selectAll().where("edition", "=", edition);
  const current = await stories.where("slug", "=", slug).executeTakeFirst();
  if (current) return current;
  const former = database.selectFrom("staff_story_slugs").select("story_id").where("slug", "=", slug);
  return stories.where("id", "in", former).executeTakeFirst();
}

export async function findStaffStoryById(database: Database, edition: string, id: number) {
  const stories = database.selectFrom("staff_stories").selectAll().where("edition", "=", edition);
  return stories.where("id", "=", id).executeTakeFirst();
}

/** Finds an edition's imported story by its identifier in the old system; undefined if there is none. */
export async function findImportedStory(database: Database, edition: string, importKey: string) {
  const stories = database.selectFrom("staff_stories").select("slug").where("edition", "=", edition);
  return stories.where("import_key", "=", importKey).executeTakeFirst();
}

/** Returns an edition's staff stories, last added first. If `state` is given, returns only stories in this state. */
export async function listStaffStories(database: Database, edition: string, state?: StaffStoryState) {
  const stories = database.selectFrom("staff_stories").selectAll().where("edition", "=", edition);
  return (state ? stories.where("state", "=", state) : stories).orderBy("id", "desc").execute();
}

/** Returns the stories whose publication or expiry is due. @param now ISO 8601 */
export async function listDueStories(database: Database, now: string): Promise<StaffStory[]> {
  const stories = database.selectFrom("staff_stories").selectAll();
  const [scheduled, expiring] = await Promise.all([
    stories.where("publish_at", "<=", now).execute(),
    stories.where("expires_at", "<=", now).where("state", "=", "published").execute(),
  ]);
  return [...scheduled, ...expiring];
}

/** Adds a draft without versions. Returns its id. */
export async function insertStaffStory(
  transaction: Database,
  edition: string,
  slug: string,
  importKey: string | null,
): Promise<number> {
  const { id } = await transaction
    .insertInto("staff_stories")
    .values({ edition, slug, state: "draft", version: 0, import_key: importKey })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateStaffStory(transaction: Database, id: number, changes: Partial<Omit<StaffStoryRow, "id">>) {
  await transaction.updateTable("staff_stories").set(changes).where("id", "=", id).execute();
}

/**
 * Deletes a story that has no article, together with the story's versions, working copy, comments and all other rows.
 */
export async function deleteStaffStory(transaction: Database, id: number): Promise<void> {
  const tables = [
    ...(["story_copies", "story_revisions", "story_submissions", "story_comments", "story_presence"] as const),
    ...(["story_failures", "story_previews", "staff_story_paths", "corrections", "staff_story_versions"] as const),
  ];
  for (const table of tables) await transaction.deleteFrom(table).where("story_id", "=", id).execute();
  await transaction.deleteFrom("staff_stories").where("id", "=", id).execute();
}

/** Adds the next version of a story. Returns its number. @param content JSON of a `StaffStoryContent` */
export async function addVersion(
  transaction: Database,
  story: Pick<StaffStory, "id" | "version">,
  content: string,
  saved: { at: string; by: string },
): Promise<number> {
  const number = story.version + 1;
  const version = { story_id: story.id, number, content, saved_at: saved.at, saved_by: saved.by };
  await transaction.insertInto("staff_story_versions").values(version).execute();
  await updateStaffStory(transaction, story.id, { version: number });
  return number;
}

/** Finds a version of a story with its content as JSON; undefined if there is no such version. */
export async function findVersion(database: Database, storyId: number, number: number) {
  const versions = database.selectFrom("staff_story_versions").select(["content", "saved_at", "saved_by"]);
  return versions.where("story_id", "=", storyId).where("number", "=", number).executeTakeFirst();
}

/** Returns true if a person saved the first version of a story. */
export async function isFirstSavedBy(database: Database, storyId: number, person: string): Promise<boolean> {
  const versions = database.selectFrom("staff_story_versions").select("number").where("story_id", "=", storyId);
  return (await versions.where("number", "=", 1).where("saved_by", "=", person).executeTakeFirst()) !== undefined;
}

/** Returns all versions of a story without their contents, oldest first. */
export async function listVersions(database: Database, storyId: number) {
  const versions = database.selectFrom("staff_story_versions").select(["number", "saved_at", "saved_by"]);
  return versions.where("story_id", "=", storyId).orderBy("number").execute();
}

/**
 * Returns true if the slug belongs to an article or a staff story, or redirects to one.
 *
 * @param story a story whose own slugs do not count
 */
export async function isSlugTaken(database: Database, slug: string, story?: StaffStory): Promise<boolean> {
  const [article, other, former] = await Promise.all([
    database.selectFrom("articles").select("id").where("slug", "=", slug).executeTakeFirst(),
    database.selectFrom("staff_stories").select("id").where("slug", "=", slug).executeTakeFirst(),
    database.selectFrom("staff_story_slugs").select("story_id").where("slug", "=", slug).executeTakeFirst(),
  ]);
  return (
    (article !== undefined && article.id !== story?.article_id) ||
    (other !== undefined && other.id !== story?.id) ||
    (former !== undefined && former.story_id !== story?.id)
  );
}

/**
 * Makes a story's former slug `from` redirect to the story. If the story's new slug `to` is also a former slug, deletes
 * the redirect from `to`.
 */
export async function redirectSlug(transaction: Database, storyId: number, from: string, to: string): Promise<void> {
  await transaction.deleteFrom("staff_story_slugs").where("slug", "=", to).execute();
  await transaction.insertInto("staff_story_slugs").values({ slug: from, story_id: storyId }).execute();
}

/** A correction as readers see it. */
export interface Correction {
  text: string;
  /** Time of the correction, ISO 8601. */
  correctedAt: string;
}

export async function addCorrection(transaction: Database, storyId: number, { text, correctedAt }: Correction) {
  await transaction
    .insertInto("corrections")
    .values({ story_id: storyId, correction: text, corrected_at: correctedAt })
    .execute();
}

/** Returns the corrections of the staff story to which an article belongs, oldest first. */
export async function listCorrectionsOfArticle(database: Database, articleId: number): Promise<Correction[]> {
  return database
    .selectFrom("corrections")
    .innerJoin("staff_stories", "staff_stories.id", "corrections.story_id")
    .select(["correction as text", "corrected_at as correctedAt"])
    .where("staff_stories.article_id", "=", articleId)
    .orderBy("corrected_at")
    .orderBy("corrections.id")
    .execute();
}

export async function findStoryOfArticle(database: Database, articleId: number): Promise<StaffStory | undefined> {
  return database.selectFrom("staff_stories").selectAll().where("article_id", "=", articleId).executeTakeFirst();
}

/** Finds the current slug of a published staff story by a former slug. */
export async function findMovedSlug(database: Database, edition: string, formerSlug: string) {
  const moved = await database
    .selectFrom("staff_story_slugs")
    .innerJoin("staff_stories", "staff_stories.id", "staff_story_slugs.story_id")
    .select("staff_stories.slug")
    .where("staff_story_slugs.slug", "=", formerSlug)
    .where("staff_stories.edition", "=", edition)
    .where("staff_stories.article_id", "is not", null)
    .executeTakeFirst();
  return moved?.slug;
}

/**
 * Returns the slugs of an edition's published stories that were updated after publication, with the times of the last
 * updates, latest first. The stories' former slugs follow at the end.
 */
export async function listUpdatedStories(database: Database, edition: string, limit: number) {
  const updated = await database
    .selectFrom("staff_stories")
    .select(["id", "slug", "updated_at"])
    .where("edition", "=", edition)
    .where("state", "=", "published")
    .where("updated_at", "is not", null)
    .orderBy("updated_at", "desc")
    .limit(limit)
    .execute();
  const ids = updated.map(({ id }) => id);
  const former = ids.length
    ? await database
        .selectFrom("staff_story_slugs")
        .select(["story_id as id", "slug"])
        .where("story_id", "in", ids)
        .execute()
    : [];
  const instants = new Map(updated.map(({ id, updated_at }) => [id, updated_at ?? ""]));
  return [...updated, ...former].map(({ id, slug }) => ({ slug, updatedAt: instants.get(id) ?? "" }));
}

/** Returns up to `limit` corrections of an edition's published stories, newest first. */
export async function listCorrections(database: Database, edition: string, limit: number) {
  return database
    .selectFrom("corrections")
    .innerJoin("staff_stories", "staff_stories.id", "corrections.story_id")
    .innerJoin("articles", "articles.id", "staff_stories.article_id")
    .select(["correction as text", "corrected_at as correctedAt", "articles.slug", "articles.title"])
    .where("staff_stories.edition", "=", edition)
    .where("staff_stories.state", "=", "published")
    .where("articles.taken_down_at", "is", null)
    .orderBy("corrected_at", "desc")
    .orderBy("corrections.id", "desc")
    .limit(limit)
    .execute();
}
