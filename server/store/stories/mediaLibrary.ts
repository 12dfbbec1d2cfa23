import { type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import { addRows, toBatches } from "../batches.ts";
import type { MediaDetailsRow } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";
import { getMediaUrl } from "./storyMedia.ts";

/** Query for one page of an edition's library of images, newest first. */
export interface LibraryQuery {
  /**
   * Lists of folded words. From each list, one word must be the beginning of a word in the image's texts, or in the
   * title of a story that shows the image.
   */
  words: readonly (readonly string[])[];
  /** Last image on the previous page; null for the first page. */
  before: { addedAt: string; key: string } | null;
  /** Name of a person. The search skips titles of stories that this person may not see; null to search all titles. */
  writer: string | null;
  limit: number;
}

/** Returns images of an edition's library that match a query, newest first. */
export async function listMediaDetails(
  database: Database,
  edition: string,
  { words, before, writer, limit }: LibraryQuery,
) {
  let images = database.selectFrom("media_details").selectAll().where("edition", "=", edition);
  for (const alternatives of words) {
    const patterns = alternatives.map((word) => `% ${word}%`);
    images = images.where(({ eb, or, exists, selectFrom }) =>
      or([
        ...patterns.map((pattern) => eb("media_details.words", "like", pattern)),
        exists(
          selectFrom("media_uses")
            .innerJoin("media_stories", "media_stories.story_id", "media_uses.story_id")
            .innerJoin("staff_stories", "staff_stories.id", "media_uses.story_id")
            .select("media_uses.key")
            .whereRef("media_uses.key", "=", "media_details.key")
            .whereRef("staff_stories.edition", "=", "media_details.edition")
            .where(isShownTo(writer))
            .where((uses) => uses.or(patterns.map((pattern) => uses("media_stories.words", "like", pattern)))),
        ),
      ]),
    );
  }
  if (before)
    images = images.where(({ eb, or, and }) =>
      or([eb("added_at", "<", before.addedAt), and([eb("added_at", "=", before.addedAt), eb("key", "<", before.key)])]),
    );
  return images.orderBy("added_at", "desc").orderBy("key", "desc").limit(limit).execute();
}

export async function findMediaDetails(database: Database, edition: string, key: string) {
  const images = database.selectFrom("media_details").selectAll().where("edition", "=", edition);
  return images.where("key", "=", key).executeTakeFirst();
}

/** Adds images to their editions' libraries, except those already there. Returns the number of added images. */
export async function addMediaDetails(
  transaction: Database,
  rows: readonly Insertable<MediaDetailsRow>[],
): Promise<number> {
  return addRows(transaction, "media_details", rows);
}

/** Changes the texts of an image in an edition's library. */
export async function updateMediaDetails(
  transaction: Database,
  edition: string,
  key: string,
  values: Updateable<MediaDetailsRow>,
): Promise<void> {
  const images = transaction.updateTable("media_details").set(values).where("edition", "=", edition);
  await images.where("key", "=", key).execute();
}

export interface MediaUsesQuery {
  /** Keys of images. */
  keys: readonly string[];
  /** Name of a person who may see only published stories and stories that this person began; null to see all. */
  writer: string | null;
}

/** Returns an edition's stories that show any of the images, newest first, with one row per image and story. */
export async function listMediaUses(database: Database, edition: string, { keys, writer }: MediaUsesQuery) {
  if (keys.length === 0) return [];
  return database
    .selectFrom("media_uses")
    .innerJoin("media_stories", "media_stories.story_id", "media_uses.story_id")
    .innerJoin("staff_stories", "staff_stories.id", "media_uses.story_id")
    .select(["media_uses.key", "media_uses.story_id as id", "media_stories.title"])
    .where("media_uses.key", "in", keys)
    .where("staff_stories.edition", "=", edition)
    .where(isShownTo(writer))
    .orderBy("media_uses.story_id", "desc")
    .execute();
}

function isShownTo(writer: string | null) {
  if (writer === null) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(staff_stories.state = 'published' or exists (select 1 from staff_story_versions as began
    where began.story_id = staff_stories.id and began.number = 1 and began.saved_by = ${writer}))`;
}

/** Returns the ids of up to `limit` stories of an edition that have changed since their images were last recorded. */
export async function listUnlistedStories(database: Database, edition: string, limit: number): Promise<number[]> {
  const stories = await database
    .selectFrom("staff_stories")
    .leftJoin("story_copies", "story_copies.story_id", "staff_stories.id")
    .leftJoin("media_stories", "media_stories.story_id", "staff_stories.id")
    .select("staff_stories.id")
    .where("staff_stories.edition", "=", edition)
    .where(({ eb, or, ref, fn, val }) =>
      or([
        eb("media_stories.story_id", "is", null),
        eb("media_stories.version", "<>", ref("staff_stories.version")),
        eb("media_stories.revision", "<>", fn.coalesce("story_copies.revision", val(0))),
      ]),
    )
    .limit(limit)
    .execute();
  return stories.map(({ id }) => id);
}

/** A story with the content of its newest version, and of its working copy. */
export interface StoryContents {
  id: number;
  version: number;
  /** Revision of the working copy; 0 for none. */
  revision: number;
  saved_at: string;
  saved_by: string;
  /** Content of the newest version, as JSON. */
  content: string;
  /** Content of the working copy, as JSON; null if there is no copy. */
  copy: string | null;
}

export async function listStoryContents(database: Database, ids: readonly number[]): Promise<StoryContents[]> {
  if (ids.length === 0) return [];
  return database
    .selectFrom("staff_stories")
    .innerJoin("staff_story_versions", (join) =>
      join
        .onRef("staff_story_versions.story_id", "=", "staff_stories.id")
        .onRef("staff_story_versions.number", "=", "staff_stories.version"),
    )
    .leftJoin("story_copies", "story_copies.story_id", "staff_stories.id")
    .leftJoin("story_revisions", (join) =>
      join
        .onRef("story_revisions.story_id", "=", "story_copies.story_id")
        .onRef("story_revisions.revision", "=", "story_copies.revision"),
    )
    .select(({ fn, val }) => [
      "staff_stories.id",
      "staff_stories.version",
      fn.coalesce("story_copies.revision", val(0)).as("revision"),
      "staff_story_versions.saved_at",
      "staff_story_versions.saved_by",
      "staff_story_versions.content",
      "story_revisions.content as copy",
    ])
    .where("staff_stories.id", "in", ids)
    .execute();
}

/** A story with the keys of the images that it shows. */
export interface ListedStory {
  story_id: number;
  version: number;
  revision: number;
  title: string;
  words: string;
  keys: readonly string[];
}

/** Records the images of stories, and replaces earlier records. */
export async function replaceMediaUses(transaction: Database, stories: readonly ListedStory[]): Promise<void> {
  const ids = stories.map(({ story_id }) => story_id);
  if (ids.length === 0) return;
  await transaction.deleteFrom("media_uses").where("story_id", "in", ids).execute();
  await transaction.deleteFrom("media_stories").where("story_id", "in", ids).execute();
  const uses = stories.flatMap(({ story_id, keys }) => keys.map((key) => ({ key, story_id })));
  for (const batch of toBatches(uses)) await transaction.insertInto("media_uses").values(batch).execute();
  const states = stories.map(({ keys: _keys, ...state }) => state);
  for (const batch of toBatches(states)) await transaction.insertInto("media_stories").values(batch).execute();
}

/**
 * Returns the names and the sizes in pixels of the given images that are in the store. A size is 0 until the image is
 * converted for readers.
 */
export async function listMediaSizes(database: Database, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const media = await database.selectFrom("media").select(["key", "name"]).where("key", "in", keys).execute();
  const urls = keys.map(getMediaUrl);
  const sizes = await database
    .selectFrom("images")
    .select(["url", "width", "height"])
    .where("url", "in", urls)
    .execute();
  const byUrl = new Map(sizes.map((size) => [size.url, size]));
  return media.map(({ key, name }) => {
    const size = byUrl.get(getMediaUrl(key));
    return { key, name, width: size?.width ?? 0, height: size?.height ?? 0 };
  });
}

/** Returns a thumbnail as a WebP file; undefined if there is none of this width. */
export async function findThumbnail(database: Database, key: string, width: number): Promise<Uint8Array | undefined> {
  const thumbnails = database.selectFrom("media_thumbnails").select("bytes").where("key", "=", key);
  return (await thumbnails.where("width", "=", width).executeTakeFirst())?.bytes;
}

/** Stores an image's thumbnails. Also stores the image's size, in pixels, in each library that has no size for it. */
export async function saveThumbnails(
  transaction: Database,
  key: string,
  size: { width: number; height: number },
  thumbnails: readonly { width: number; bytes: Uint8Array }[],
): Promise<void> {
  const rows = thumbnails.map((thumbnail) => ({ ...thumbnail, key }));
  await addRows(transaction, "media_thumbnails", rows);
  await transaction.updateTable("media_details").set(size).where("key", "=", key).where("width", "=", 0).execute();
}
