import { ITEMS_KEPT } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import { sectionLink } from "../editions/public.ts";
import type { SectionFile } from "../editions/schema.ts";
import { newestArticles, type StoredArticle } from "../store/articles.ts";
import { type FeedState, feedStatesOf } from "../store/feeds.ts";
import type { Database } from "../store/open.ts";
import { storyFromArticle, storyFromSample } from "./story.ts";
import type { Block, BlockState, Story } from "./views.ts";

/** Specification, section 8: what readers are told when a section's feeds failed or gave nothing. */
const CACHED_NOTICE = "Using cached articles";

/** How long a section may stay on its skeleton before the edition's samples show. */
const PATIENCE_MS = 8000;

/** A section's news: what its feeds gave, and what the edition has of its own. */
export interface SectionNews {
  section: SectionFile;
  state: BlockState;
  /** From the feeds, newest first, at most 15. */
  stories: Story[];
  /** The edition's own, newest first. */
  samples: Story[];
}

/** @param waited milliseconds since feeds began to be fetched */
export async function readSectionNews(
  database: Database,
  edition: Edition,
  section: SectionFile,
  waited: number,
): Promise<SectionNews> {
  const urls = section.feeds.map((feed) => feed.url);
  const [articles, feeds] = await Promise.all([
    newestArticles(database, urls, ITEMS_KEPT),
    feedStatesOf(database, urls),
  ]);
  return {
    section,
    state: blockState(articles, feeds, urls.length, waited),
    stories: articles.map((article) => storyFromArticle(article, edition, section)),
    samples: (edition.samples.get(section.slug) ?? []).map((sample) => storyFromSample(sample, edition, section)),
  };
}

function blockState(articles: StoredArticle[], feeds: FeedState[], followed: number, waited: number): BlockState {
  if (articles.length > 0) return feeds.some(isHealthy) ? "fresh" : "cached";
  const answered = feeds.filter((feed) => feed.lastAttemptAt !== null).length;
  return answered < followed && waited < PATIENCE_MS ? "loading" : "samples";
}

function isHealthy(feed: FeedState): boolean {
  return feed.lastSuccessAt !== null && feed.lastError === null;
}

/**
 * A section as a page shows it: its stories, filled up with the edition's own where there are too few.
 *
 * @param shown the slugs of stories that the page has shown above, which are left out here; what is shown is added
 */
export function blockOf(news: SectionNews, count: number, shown = new Set<string>()): Block {
  const { section, state } = news;
  const candidates = state === "loading" ? [] : [...news.stories, ...news.samples];
  const stories = candidates.filter((story) => !shown.has(story.slug)).slice(0, count);
  for (const story of stories) shown.add(story.slug);
  const isCached = section.feeds.length > 0 && (state === "cached" || state === "samples");
  return {
    section: sectionLink(section),
    layout: section.layout,
    state,
    notice: isCached ? CACHED_NOTICE : null,
    stories,
  };
}
