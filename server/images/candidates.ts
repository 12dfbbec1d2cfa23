import { randomBytes } from "node:crypto";
import { ITEMS_KEPT } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import { newestArticles } from "../store/headlines.ts";
import { addPictures, type NamedPicture } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { pictureUrlsIn } from "./bodyImages.ts";

/** More pictures than a story has; whoever writes more of them into one means us no good. */
const IN_A_TEXT = 40;

/**
 * Has the pictures of a feed's newest stories put into the queue of those to be fetched.
 *
 * @param editions whether they print a story's whole text says whether its pictures are fetched
 */
export async function wantPicturesOf(
  feedUrl: string,
  editions: readonly Pick<Edition, "sections">[],
  database: Database,
): Promise<void> {
  const feeds = editions.flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
  const isPrinted = feeds.some(({ url, fullText }) => url === feedUrl && fullText);
  const articles = await newestArticles(database, [feedUrl], ITEMS_KEPT);
  const named = articles.flatMap(({ image, contentHtml, descriptionHtml }, place): NamedPicture[] => [
    ...(image ? [{ url: image.url, rank: place, feedUrl }] : []),
    // What stands in the texts comes after what stands on pages that list stories.
    ...(isPrinted ? pictureUrlsIn(contentHtml || descriptionHtml) : [])
      .slice(0, IN_A_TEXT)
      .map((url) => ({ url, rank: ITEMS_KEPT + place, feedUrl })),
  ]);
  await addPictures(database, named, new Date().toISOString(), () => randomBytes(12).toString("base64url"));
}
