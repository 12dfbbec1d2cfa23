import { join } from "node:path";
import { findImageUrls } from "../images/bodyImages.ts";
import { DRAWN_FOLDER, removePhotoDrawings } from "../images/drawn/storyDrawings.ts";
import { IMAGE_FOLDER, removeImageFiles } from "../images/imageFiles.ts";
import { findImagesByUrl } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { type ArticleToErase, readArticleImages } from "../store/takenDownArticles.ts";

export type StoredImageFile = Awaited<ReturnType<typeof findImagesByUrl>>[number];

/** Returns our copies of the images that no other article shows, by article id. */
export async function findOwnImages(
  database: Database,
  articles: readonly ArticleToErase[],
): Promise<Map<number, StoredImageFile[]>> {
  const urlsByArticle = new Map(articles.map((article) => [article.id, getImageUrls(article)]));
  const stored = await findImagesByUrl(database, [...new Set([...urlsByArticle.values()].flat())]);
  const unused = new Map(stored.map((image) => [image.url, image]));
  if (unused.size > 0)
    for await (const { id, imageUrl, html } of readArticleImages(database)) {
      if (urlsByArticle.has(id)) continue;
      for (const url of [imageUrl ?? "", ...findImageUrls(html)]) unused.delete(url);
    }
  return new Map(
    [...urlsByArticle].map(([id, urls]) => [id, [...new Set(urls)].flatMap((url) => unused.get(url) ?? [])]),
  );
}

function getImageUrls({ image_url, content_html, description_html }: ArticleToErase): string[] {
  return [...(image_url ? [image_url] : []), ...findImageUrls(content_html), ...findImageUrls(description_html)];
}

/** Removes an image in all sizes, and the images drawn from it. @param folder DATA_DIR */
export async function removeStoredFiles(folder: string, images: Iterable<StoredImageFile>): Promise<void> {
  for (const { key, width } of images) {
    await removeImageFiles(join(folder, IMAGE_FOLDER), key, width ?? 0);
    await removePhotoDrawings(join(folder, DRAWN_FOLDER), key);
  }
}
