import { join } from "node:path";
import { ConfigError } from "../config.ts";
import { listImageUrls } from "../html/bodyImages.ts";
import { deleteScheduled } from "../images/deletions.ts";
import { DRAWN_FOLDER, removePhotoDrawings } from "../images/drawn/socialImageFiles.ts";
import { IMAGE_FOLDER, removeImageFiles } from "../images/imageFiles.ts";
import { openBucket } from "../images/store/bucket.ts";
import type { ImageStore } from "../images/store/imageStore.ts";
import type { S3Location } from "../net/s3/location.ts";
import { S3UnavailableError } from "../net/s3/refusals.ts";
import { listImagesByUrl } from "../store/articles/images.ts";
import type { Database } from "../store/schema/schema.ts";
import { type ArticleToErase, readArticleImages } from "../store/takedowns/takenDownArticles.ts";

export type StoredImageFile = Awaited<ReturnType<typeof listImagesByUrl>>[number];

/** Returns this site's copies of images that only the given articles show, by article id. */
export async function listOwnImages(
  database: Database,
  articles: readonly ArticleToErase[],
): Promise<Map<number, StoredImageFile[]>> {
  const urlsByArticle = new Map(articles.map((article) => [article.id, getImageUrls(article)]));
  const stored = await listImagesOf(database, articles);
  const unused = new Map(stored.map((image) => [image.url, image]));
  if (unused.size > 0)
    for await (const { id, imageUrl, html } of readArticleImages(database)) {
      if (urlsByArticle.has(id)) continue;
      for (const url of [imageUrl ?? "", ...listImageUrls(html)]) unused.delete(url);
    }
  return new Map(
    [...urlsByArticle].map(([id, urls]) => [id, [...new Set(urls)].flatMap((url) => unused.get(url) ?? [])]),
  );
}

/** Returns this site's copies of the images that articles show. */
export async function listImagesOf(
  database: Database,
  articles: readonly ArticleToErase[],
): Promise<StoredImageFile[]> {
  return listImagesByUrl(database, [...new Set(articles.flatMap(getImageUrls))]);
}

function getImageUrls({ image_url, content_html, description_html }: ArticleToErase): string[] {
  return [...(image_url ? [image_url] : []), ...listImageUrls(content_html), ...listImageUrls(description_html)];
}

/**
 * Deletes the image files that are scheduled for deletion. Commands call this function; the server has its own job.
 *
 * @param folder path of DATA_DIR
 * @returns the reason why files in S3 were left for the server to delete; null if all files were deleted
 */
export async function deleteScheduledOnce(
  database: Database,
  { folder, location }: { folder: string; location: S3Location | undefined },
): Promise<string | null> {
  const bucket = location && openBucket(location);
  // A bucket that cannot be opened is reported below, after the files on the disk are deleted.
  bucket?.catch(() => {});
  const store: Pick<ImageStore, "delete"> = {
    async delete({ key, width }) {
      await removeImageFiles(join(folder, IMAGE_FOLDER), key, width ?? 0);
      await (await bucket)?.deleteImage(key);
    },
  };
  try {
    const removeDrawings = (key: string) => removePhotoDrawings(join(folder, DRAWN_FOLDER), key);
    await deleteScheduled({ database, store, removeDrawings }, new Set(), Date.now());
    return null;
  } catch (error) {
    if (error instanceof S3UnavailableError || error instanceof ConfigError) return error.message;
    throw error;
  } finally {
    await bucket?.then(({ close }) => close()).catch(() => {});
  }
}
