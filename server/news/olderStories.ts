import { ITEMS_KEPT } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { articlesAfter, placeOf } from "../store/olderArticles.ts";
import type { Database } from "../store/open.ts";
import { groupStories } from "./sameStory.ts";
import { storyFromArticle, storyFromSample } from "./story.ts";
import type { Story } from "./views.ts";

/**
 * The stories of a section that come after one of its stories, which may be one of the edition's own.
 *
 * @param after the slug of that story
 * @returns undefined where there is no such story
 */
export async function olderStories(
  edition: Edition,
  database: Database,
  section: SectionFile,
  after: string,
): Promise<Story[] | undefined> {
  const samples = edition.samples.get(section.slug) ?? [];
  const index = samples.findIndex(({ slug }) => slug === after);
  if (index >= 0)
    return samples.slice(index + 1, index + 1 + ITEMS_KEPT).map((sample) => storyFromSample(sample, edition, section));
  const place = await placeOf(database, after);
  if (!place) return undefined;
  const feeds = section.feeds.map(({ url }) => url);
  const articles = await articlesAfter(database, feeds, place, 2 * ITEMS_KEPT);
  const stories = groupStories(articles).flatMap(([article, ...others]) =>
    article ? [storyFromArticle(article, edition, section, others)] : [],
  );
  return stories.slice(0, ITEMS_KEPT);
}
