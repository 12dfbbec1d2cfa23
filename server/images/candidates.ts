import { randomBytes } from "node:crypto";
import { MAX_ITEMS } from "../../core/article.ts";
import type { Edition } from "../editions/loading/load.ts";
import { getFeedRights } from "../editions/schema/rights.ts";
import { listImageUrls } from "../html/bodyImages.ts";
import { permit } from "../rights/permit.ts";
import { listNewestArticles } from "../store/articles/headlines.ts";
import { addImages, type ImageCandidate } from "../store/articles/images.ts";
import type { Database } from "../store/schema/schema.ts";

/** Maximum number of images in the text of a feed's story. Real stories have fewer. */
const MAX_BODY_IMAGES = 40;
/** Maximum number of images in the text of a staff story. Even galleries in imported stories have fewer. */
const MAX_OWN_IMAGES = 1000;

/**
 * Queues the images of a feed's newest stories for download if at least one edition may copy them. Queues the images in
 * a story's text, too, if such an edition may also print the full text.
 */
export async function queueFeedImages(
  feedUrl: string,
  editions: readonly Pick<Edition, "sections">[],
  database: Database,
): Promise<void> {
  const articles = await listNewestArticles(database, { edition: "", feedUrls: [feedUrl] }, MAX_ITEMS);
  const candidates = articles.flatMap((article, index): ImageCandidate[] => {
    const copied = editions.map((edition) => permit(article, edition)).filter(({ rights }) => rights.images === "copy");
    const imageUrl = copied[0]?.imageUrl ?? undefined;
    const html = copied.map((permitted) => permitted.getFullText()).find((text) => text !== "") ?? "";
    return listCandidates(feedUrl, index, imageUrl, html).map((image) => ({ ...image, articleId: article.id }));
  });
  await addCandidates(database, candidates);
}

/**
 * Queues the images of a staff story of any age, such as an imported story from a past year. `queueFeedImages` queues
 * only the images of a feed's newest stories.
 */
export async function queueStoryImages(
  feedUrl: string,
  imageUrl: string | undefined,
  html: string,
  database: Database,
): Promise<void> {
  await addCandidates(database, listCandidates(feedUrl, 0, imageUrl, html, MAX_OWN_IMAGES));
}

function listCandidates(
  feedUrl: string,
  index: number,
  imageUrl: string | undefined,
  html: string,
  maxBodyImages = MAX_BODY_IMAGES,
): ImageCandidate[] {
  return [
    ...(imageUrl ? [{ url: imageUrl, priority: index, feedUrl }] : []),
    // Images in texts are downloaded after all images that lists of stories show.
    ...listImageUrls(html)
      .slice(0, maxBodyImages)
      .map((url) => ({ url, priority: MAX_ITEMS + index, feedUrl })),
  ];
}

async function addCandidates(database: Database, candidates: readonly ImageCandidate[]): Promise<void> {
  await addImages(database, candidates, new Date().toISOString(), () => randomBytes(12).toString("base64url"));
}

/** Returns two lists of feed URLs: `permitted` if at least one edition may copy a feed's images, else `forbidden`. */
export function splitImageFeeds(editions: readonly Pick<Edition, "sections">[]) {
  const permissions = new Map<string, boolean>();
  for (const edition of editions)
    for (const { url } of edition.sections.flatMap(({ feeds }) => feeds))
      permissions.set(url, permissions.get(url) || getFeedRights(edition, url).images === "copy");
  const urls = [...permissions.keys()];
  const isPermitted = (url: string) => permissions.get(url) === true;
  return { permitted: urls.filter(isPermitted), forbidden: urls.filter((url) => !isPermitted(url)) };
}
