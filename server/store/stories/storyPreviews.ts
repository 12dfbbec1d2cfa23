import type { Database, Tables } from "../schema/schema.ts";

/** Adds a preview of a story, and deletes previews that have ended. @param now ISO 8601 */
export async function insertPreview(transaction: Database, preview: Tables["story_previews"], now: string) {
  await transaction.deleteFrom("story_previews").where("expires_at", "<=", now).execute();
  await transaction.insertInto("story_previews").values(preview).execute();
}

/**
 * Finds an edition's story by the digest of a preview; undefined for an unknown or ended preview. @param now ISO 8601
 */
export async function findPreviewedStory(database: Database, edition: string, digest: string, now: string) {
  const found = await database
    .selectFrom("story_previews")
    .innerJoin("staff_stories", "staff_stories.id", "story_previews.story_id")
    .selectAll("staff_stories")
    .select(["story_previews.expires_at as previewExpiresAt", "copy_of as copyOf"])
    .where("digest", "=", digest)
    .where("story_previews.expires_at", ">", now)
    .where("edition", "=", edition)
    .executeTakeFirst();
  if (!found) return undefined;
  const { previewExpiresAt, copyOf, ...story } = found;
  return { story, expiresAt: previewExpiresAt, copyOf };
}
