import { sql, type Updateable } from "kysely";
import type { StoredImage } from "../../../core/imageSizes.ts";
import { removeSize } from "../../../core/originalImage.ts";
import { addRows, toBatches } from "../batches.ts";
import { recordChanges } from "../changes.ts";
import { getEngine, withWriterLock } from "../engines/engine.ts";
import type { Database, Tables } from "../schema/schema.ts";
import { listTakenDownImages } from "../takedowns/takedowns.ts";

export interface DueImage {
  url: string;
  key: string;
  failures: number;
}

/** An image that a feed's article refers to. */
export interface ImageCandidate {
  url: string;
  /** Priority of the download; the lowest value is downloaded first. */
  priority: number;
  feedUrl: string;
  /** Id of the article; only needed if a takedown may have erased the article since it was read. */
  articleId?: number;
}

/** Priority of an image that a reader has requested. */
const REQUESTED = -1;

/**
 * Adds images that are not in the store, and makes them due for download. Each image gets a key for the URL of this
 * site's copy. Skips images that were taken down, alone or with their article.
 */
export async function addImages(
  database: Database,
  images: readonly ImageCandidate[],
  now: string,
  createKey: () => string,
): Promise<void> {
  // Most images are already in the store and need no lock.
  const known = new Set((await listImagesByUrl(database, toUrls(images))).map(({ url }) => url));
  const unknown = images.filter(({ url }) => !known.has(url));
  if (unknown.length === 0) return;
  // A takedown takes the same lock. This transaction sees earlier takedowns. Later takedowns delete these images.
  await withWriterLock(database, async (transaction) => {
    const takenDown = await listTakenDownImages(transaction, toUrls(unknown));
    const erased = await listErasedArticles(transaction, unknown);
    const allowed = unknown.filter(({ url, articleId }) => !takenDown.has(url) && !erased.has(articleId));
    if (allowed.length === 0) return;
    const rows = allowed.map(({ url, priority, feedUrl: feed_url }) => {
      return { url, key: createKey(), priority, feed_url, bytes: 0, failures: 0, next_try_at: now };
    });
    await addRows(transaction, "images", rows);
    await getEngine(transaction).notify(transaction, "images");
  });
}

function toUrls(images: readonly ImageCandidate[]): string[] {
  return images.map(({ url }) => url);
}

/** Returns the ids of the images' articles, but only of articles that were taken down. */
async function listErasedArticles(
  database: Database,
  images: readonly ImageCandidate[],
): Promise<Set<number | undefined>> {
  const ids = [...new Set(images.flatMap(({ articleId }) => articleId ?? []))];
  const erased = database.selectFrom("articles").select("id").where("id", "in", ids);
  const rows = ids.length > 0 ? await erased.where("taken_down_at", "is not", null).execute() : [];
  return new Set(rows.map(({ id }) => id));
}

/** Returns up to `limit` images that are due for download, lowest priority value first. */
export async function listDueImages(database: Database, now: string, limit: number): Promise<DueImage[]> {
  return database
    .selectFrom("images")
    .select(["url", "key", "failures"])
    .where("next_try_at", "<=", now)
    .orderBy("priority")
    .orderBy("next_try_at")
    .limit(limit)
    .execute();
}

function updateImage(database: Database, key: string, values: Updateable<Tables["images"]>) {
  return database.updateTable("images").set(values).where("key", "=", key);
}

/**
 * Records that an image's files were written. Returns false if the image was deleted during the download: the caller
 * must then remove the files.
 *
 * @param stored size of the original in pixels, and size of all files in bytes
 */
export async function storeImage(
  database: Database,
  key: string,
  { width, height, bytes, now }: { width: number; height: number; bytes: number; now: string },
): Promise<boolean> {
  const stored = { width, height, bytes, last_used_at: now, failures: 0, last_error: null, next_try_at: null };
  return withWriterLock(database, async (transaction) => {
    const image = await updateImage(transaction, key, stored).returning("feed_url").executeTakeFirst();
    if (image) await recordChanges(transaction, [{ kind: "image", sourceUrl: image.feed_url }]);
    return image !== undefined;
  });
}

/** Records a failed download. @param result.nextTryAt time of the next attempt (ISO 8601); null for none */
export async function rejectImage(
  database: Database,
  key: string,
  { reason, failures, nextTryAt }: { reason: string; failures: number; nextTryAt: string | null },
): Promise<void> {
  await updateImage(database, key, { last_error: reason, failures, next_try_at: nextTryAt }).execute();
}

/** Postpones a download that failed for a reason other than the image, such as a full disk. */
export async function postponeImage(database: Database, key: string, nextTryAt: string): Promise<void> {
  await updateImage(database, key, { next_try_at: nextTryAt }).execute();
}

/** Gives a requested image the first place in the download queue, unless the image's last download failed. */
export async function requeueImage(database: Database, key: string, now: string): Promise<void> {
  await updateImage(database, key, { priority: REQUESTED, next_try_at: now }).where("failures", "=", 0).execute();
  await getEngine(database).notify(database, "images");
}

/** Finds an image by its key; returns undefined if there is none. The width is null before the first download. */
export async function findImage(database: Database, key: string) {
  return database.selectFrom("images").select(["key", "width", "failures"]).where("key", "=", key).executeTakeFirst();
}

/** Returns the images that have been downloaded, by the URLs of the originals. */
export async function listStoredImages(database: Database, urls: readonly string[]): Promise<Map<string, StoredImage>> {
  if (urls.length === 0) return new Map();
  const rows = await database
    .selectFrom("images")
    .select(["url", "key", "width", "height"])
    .where("url", "in", urls)
    .execute();
  return new Map(
    rows.flatMap(({ url, key, width, height }) => (width && height ? [[url, { key, width, height }] as const] : [])),
  );
}

/** Returns the total size of all image files in bytes. */
export async function sumImageBytes(database: Database): Promise<number> {
  const stored = database.selectFrom("images").where("last_used_at", "is not", null);
  const { sum } = await stored.select(({ fn }) => fn.sum("bytes").as("sum")).executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Returns up to `limit` images that have files, least recently used first. */
export async function listLeastRecentlyUsedImages(database: Database, limit: number) {
  const rows = await database
    .selectFrom("images")
    .select(["key", "width", "bytes"])
    .where("last_used_at", "is not", null)
    .orderBy("last_used_at")
    .limit(limit)
    .execute();
  return rows.map(({ width, ...row }) => ({ ...row, width: width ?? 0 }));
}

/**
 * Deletes the images of the given feeds, and of feeds that are missing from `follows`, which lists current and former
 * feeds. Schedules the deletion of the images' files. Returns the number of images.
 */
export async function deleteImagesOf(database: Database, feedUrls: readonly string[], now: string): Promise<number> {
  return withWriterLock(database, async (transaction) => {
    const images = await transaction
      .selectFrom("images")
      .select("key")
      .where(({ or, not, exists, selectFrom }) =>
        or([
          getEngine(transaction).isIn(sql.ref("feed_url"), feedUrls),
          not(exists(selectFrom("follows").select("edition").whereRef("follows.feed_url", "=", "images.feed_url"))),
        ]),
      )
      .execute();
    const keys = images.map(({ key }) => key);
    await deleteImages(transaction, keys, now);
    return images.length;
  });
}

/** Records that an image's files were deleted. Keeps the image's key and its size in pixels. */
export async function markImageRemoved(database: Database, key: string): Promise<void> {
  await updateImage(database, key, { bytes: 0, last_used_at: null }).execute();
}

export async function markImagesUsed(database: Database, keys: readonly string[], now: string): Promise<void> {
  for (const batch of toBatches(keys))
    await database
      .updateTable("images")
      .set({ last_used_at: now })
      .where("key", "in", batch)
      .where("last_used_at", "is not", null)
      .execute();
}

/** Returns the images with the given URLs that are in the store. The width is null before the first download. */
export async function listImagesByUrl(database: Database, urls: readonly string[]) {
  const images: { url: string; key: string; width: number | null; feedUrl: string }[] = [];
  for (const batch of toBatches(urls)) {
    const rows = database.selectFrom("images").select(["url", "key", "width", "feed_url as feedUrl"]);
    images.push(...(await rows.where("url", "in", batch).execute()));
  }
  return images;
}

/** Returns the stored sizes of an image. `url` is the URL of the image in any size, stored or not. */
export async function listSizesOfImage(database: Database, url: string) {
  const images = database.selectFrom("images").select(["url", "key", "feed_url as feedUrl"]);
  // Selects by host, since the size may be in any later part of the URL.
  const host = URL.parse(url)?.origin ?? url;
  const rows = await images.where(({ eb, or }) => or([eb("url", "=", url), eb("url", "like", `${host}/%`)])).execute();
  return rows.filter((row) => removeSize(row.url) === removeSize(url));
}

/** Returns the URL of the original for an image's key; undefined for an unknown key. */
export async function findImageUrl(database: Database, key: string): Promise<string | undefined> {
  const image = database.selectFrom("images").select("url").where("key", "=", key);
  return (await image.executeTakeFirst())?.url;
}

/** Deletes images, and schedules the deletion of their files. Call this in a transaction. */
export async function deleteImages(database: Database, keys: readonly string[], now: string): Promise<void> {
  for (const batch of toBatches(keys)) {
    await database
      .insertInto("image_deletions")
      .columns(["key", "width", "deleted_at"])
      .expression(({ selectFrom, val }) =>
        selectFrom("images")
          .select(["key", "width", val(now).as("deleted_at")])
          .where("key", "in", batch),
      )
      .execute();
    await database.deleteFrom("images").where("key", "in", batch).execute();
  }
}

/** Returns the images whose files must be deleted, in the order in which the images were deleted. */
export async function listImageDeletions(database: Database) {
  const rows = database.selectFrom("image_deletions").select(["key", "width", "deleted_at as deletedAt"]);
  return rows.orderBy("deleted_at").execute();
}

/** Ends the scheduled deletion of an image's files. Call this after all nodes have deleted the files. */
export async function removeImageDeletion(database: Database, key: string): Promise<void> {
  await database.deleteFrom("image_deletions").where("key", "=", key).execute();
}

/** Returns the given keys that belong to images. */
export async function listKnownImages(database: Database, keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const batch of toBatches(keys))
    for (const { key } of await database.selectFrom("images").select("key").where("key", "in", batch).execute())
      known.add(key);
  return known;
}
