import { randomBytes } from "node:crypto";
import { ITEMS_KEPT } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import { newestArticles } from "../store/headlines.ts";
import { addPictures, type NamedPicture } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { pictureUrlsIn } from "./bodyImages.ts";

/** No honest story has more images in its text. */
const MAX_BODY_IMAGES = 40;

/**
 * Adds the images of a feed's newest stories to the download queue.
 *
 * @param editions decide by `fullText` whether images in a story's text are needed
 */
export async function wantPicturesOf(
  feedUrl: string,
  editions: readonly Pick<Edition, "sections">[],
  database: Database,
): Promise<void> {
  const feeds = editions.flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
  const hasFullText = feeds.some(({ url, fullText }) => url === feedUrl && fullText);
  const articles = await newestArticles(database, [feedUrl], ITEMS_KEPT);
  const candidates = articles.flatMap(({ image, contentHtml, descriptionHtml }, index): NamedPicture[] => [
    ...(image ? [{ url: image.url, rank: index, feedUrl }] : []),
    // Images in texts rank below all images of story lists.
    ...(hasFullText ? pictureUrlsIn(contentHtml || descriptionHtml) : [])
      .slice(0, MAX_BODY_IMAGES)
      .map((url) => ({ url, rank: ITEMS_KEPT + index, feedUrl })),
  ]);
  await addPictures(database, candidates, new Date().toISOString(), () => randomBytes(12).toString("base64url"));
}
