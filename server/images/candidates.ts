import { randomBytes } from "node:crypto";
import { MAX_ITEMS } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import { findNewestArticles } from "../store/headlines.ts";
import { addImages, type ImageCandidate } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { findImageUrls } from "./bodyImages.ts";

/** Maximum number of images per text. No honest story has more. */
const MAX_BODY_IMAGES = 40;

/** Queues the images of a feed's newest stories, and the images in their texts if an edition shows the full text. */
export async function queueFeedImages(
  feedUrl: string,
  editions: readonly Pick<Edition, "sections">[],
  database: Database,
): Promise<void> {
  const feeds = editions.flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
  const hasFullText = feeds.some(({ url, fullText }) => url === feedUrl && fullText);
  const articles = await findNewestArticles(database, [feedUrl], MAX_ITEMS);
  const candidates = articles.flatMap(({ image, contentHtml, descriptionHtml }, index): ImageCandidate[] => [
    ...(image ? [{ url: image.url, priority: index, feedUrl }] : []),
    // Images in texts rank below all images of story lists.
    ...(hasFullText ? findImageUrls(contentHtml || descriptionHtml) : [])
      .slice(0, MAX_BODY_IMAGES)
      .map((url) => ({ url, priority: MAX_ITEMS + index, feedUrl })),
  ]);
  await addImages(database, candidates, new Date().toISOString(), () => randomBytes(12).toString("base64url"));
}
