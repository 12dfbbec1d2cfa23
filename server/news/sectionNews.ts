import { MAX_ITEMS } from "../../core/article.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { getFollowedFeeds } from "../../core/ownFeeds.ts";
import { toSectionLink } from "../editions/derived/publicEdition.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { permit } from "../rights/permit.ts";
import type { Headline } from "../store/articles/articleRows.ts";
import { listNewestHeadlines } from "../store/articles/headlines.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import { listFeedStates } from "../store/feeds/feeds.ts";
import type { Database } from "../store/schema/schema.ts";
import { groupStories } from "./sameStory.ts";
import { isPaid, isStaffStory, storyFromArticle, storyFromSample } from "./story.ts";
import { getTopic } from "./topic.ts";
import type { Block, BlockState, Story } from "./views.ts";

/** Longest time, in ms, that a section shows a skeleton instead of the edition's samples. */
export const LOADING_TIMEOUT_MS = 8000;

/** Maximum number of stories in a block if no count is given (specification, section 9). */
const DEFAULT_STORIES = 3;

interface SectionArticles {
  section: SectionConfig;
  state: BlockState;
  hasFailed: boolean;
  isSilent: boolean;
  /** Newest first. */
  articles: Headline[];
  /** True if the store may have more articles than `articles`. */
  hasMore: boolean;
}

/** A story, and the data by which stories are selected for a page. */
export type SectionStory = Omit<Story, "topic"> & {
  /** Slug of one article about the story. All sections of a page give the story the same key, to detect repeats. */
  key: string;
  /** Slugs of all articles about the story. */
  slugs: readonly string[];
  hasImage: boolean;
  /** True if a sponsor bought the story. Such a story leads a list only if sponsors bought all stories of the list. */
  isPaid: boolean;
  topic: string | null;
};

export interface SectionNews {
  section: SectionConfig;
  state: BlockState;
  /** True if a feed of the section has failed. */
  hasFailed: boolean;
  /** True if the section follows feeds, and none of them responds. */
  isSilent: boolean;
  /** Stories from the feeds: newest first, each once. */
  stories: SectionStory[];
  /** True if the store may have more articles than `stories` contains. */
  hasMore: boolean;
  /** The edition's samples, newest first. */
  samples: SectionStory[];
}

/** Reads the newest articles of the sections. @param needed number of stories per section that the page may need */
export async function readSections(
  database: Database,
  edition: string,
  sections: readonly SectionConfig[],
  waitedMs: number,
  needed = MAX_ITEMS,
): Promise<SectionArticles[]> {
  const lists = sections.map(({ slug, feeds }) => ({ section: slug, feedUrls: feeds.map(({ url }) => url) }));
  // Reads three times as many articles as stories, to fill the page even if two thirds of the articles repeat stories.
  const limit = 3 * needed;
  // Reads states before headlines. If headlines were read first and a poll ended before the states were read, its feed
  // would look polled but empty: the section would show samples, and the page would not load the stories.
  const feeds = await listFeedStates(database, [...new Set(lists.flatMap(({ feedUrls }) => feedUrls))]);
  const headlines = await listNewestHeadlines(database, edition, lists, limit);
  const stateByUrl = new Map(feeds.map((feed) => [feed.url, feed]));
  return sections.map((section, index) => {
    const articles = headlines[index] ?? [];
    const states = section.feeds.flatMap(({ url }) => stateByUrl.get(url) ?? []);
    const followed = getFollowedFeeds(section);
    const state = getBlockState(articles, states, followed.length, waitedMs);
    const responds = ({ url }: { url: string }) => isWorking(stateByUrl.get(url));
    const isSilent = followed.length > 0 && !followed.some(responds);
    const hasFailed = states.some(({ lastError }) => lastError !== null);
    return { section, state, hasFailed, isSilent, articles, hasMore: articles.length === limit };
  });
}

type PollState = Pick<FeedState, "lastAttemptAt" | "lastSuccessAt" | "lastError">;

function isWorking(feed: PollState | undefined): boolean {
  return feed !== undefined && feed.lastSuccessAt !== null && feed.lastError === null;
}

/**
 * Returns the state of a section's block, as `BlockState` describes it.
 *
 * @param feeds states of the section's feeds, without feeds that are not in the store yet
 * @param followed number of feeds that the section follows
 * @param waitedMs time, in ms, since polling started
 */
export function getBlockState(
  articles: readonly unknown[],
  feeds: readonly PollState[],
  followed: number,
  waitedMs: number,
): BlockState {
  const polled = feeds.filter((feed) => feed.lastAttemptAt !== null);
  const isHealthy = polled.length === 0 || polled.some(isWorking);
  if (articles.length > 0) return isHealthy ? "fresh" : "cached";
  return polled.length < followed && waitedMs < LOADING_TIMEOUT_MS ? "loading" : "samples";
}

/**
 * Turns the articles of a page's sections into stories. A section lists a story once, at the position of the story's
 * first article in the section. The story names the publishers of all other articles about it, in any section.
 *
 * @param max number of stories per section
 */
export function dedupeStories(edition: Edition, sections: readonly SectionArticles[], max = MAX_ITEMS): SectionNews[] {
  const articleById = new Map(sections.flatMap(({ articles }) => articles.map((article) => [article.id, article])));
  const groups = groupStories([...articleById.values()]);
  const groupById = new Map(groups.flatMap((group) => group.map((article) => [article.id, group])));
  return sections.map(({ section, articles, hasMore, ...health }) => {
    const stories = new Map<string, SectionStory>();
    let isFull = false;
    for (const article of articles) {
      const group = groupById.get(article.id) ?? [article];
      const storyKey = (group[0] ?? article).slug;
      if (stories.has(storyKey)) continue;
      isFull = stories.size === max;
      if (isFull) break;
      const others = group.filter(({ id }) => id !== article.id);
      stories.set(storyKey, toSectionStory(edition, section, [article, ...others], storyKey));
    }
    const samples = getSamples(edition, section);
    return { section, ...health, stories: [...stories.values()], hasMore: hasMore || isFull, samples };
  });
}

/**
 * Merges the articles about one story. The first article provides the texts; other articles become further sources.
 *
 * @param key the story's key; by default the slug of the first article
 */
export function toSectionStory(
  edition: Edition,
  section: SectionConfig,
  [article, ...others]: readonly [Headline, ...Headline[]],
  key = article.slug,
): SectionStory {
  const permitted = permit(article, edition);
  return {
    ...storyFromArticle(permitted, edition, section, others),
    key,
    slugs: [article, ...others].map(({ slug }) => slug),
    hasImage: permitted.hasImage,
    isPaid: isPaid(article),
    topic: permitted.rights.text === "none" ? null : getTopic(article.categories, section),
  };
}

/** Samples as stories, by section. Cached, since most pages need samples and only the edition's files change them. */
const samplesBySection = new WeakMap<SectionConfig, SectionStory[]>();

function getSamples(edition: Edition, section: SectionConfig): SectionStory[] {
  return samplesBySection.getOrInsertComputed(section, () =>
    (edition.samples.get(section.slug) ?? []).map((sample) => ({
      ...storyFromSample(sample, edition, section),
      key: sample.slug,
      slugs: [sample.slug],
      hasImage: false,
      isPaid: false,
      topic: null,
    })),
  );
}

/**
 * Selects stories not yet shown on the page: first stories from feeds, then samples. If the first story is paid, moves
 * the next unpaid story to the start. While the section is loading, selects none.
 */
export function selectStories(
  { state, stories, samples }: SectionNews,
  count = DEFAULT_STORIES,
  shownKeys: ReadonlySet<string> = new Set(),
): SectionStory[] {
  if (state === "loading") return [];
  const unseen = [...stories, ...samples].filter(({ key }) => !shownKeys.has(key));
  return putFirst(unseen, ({ isPaid }) => !isPaid).slice(0, count);
}

/** Moves the first entry for which `mayLead` returns true to the start. If there is no such entry, keeps the order. */
export function putFirst<Entry>(entries: readonly Entry[], mayLead: (entry: Entry) => boolean): Entry[] {
  const index = entries.findIndex(mayLead);
  const lead = entries[index];
  return lead === undefined ? [...entries] : [lead, ...entries.slice(0, index), ...entries.slice(index + 1)];
}

/**
 * Returns a notice for readers if a section is in the state "cached" or "samples"; null in the other states. Also
 * returns null if all stories are staff stories.
 */
export function getNotice(
  state: BlockState,
  stories: readonly Pick<Story, "source" | "isSample">[],
  language: string,
): string | null {
  const isOwnOnly = stories.length > 0 && stories.every(isStaffStory);
  return !isOwnOnly && (state === "cached" || state === "samples") ? getServerTexts(language).news.cached : null;
}

/** Returns the line that a page shows at its top if samples replace feeds' stories; null if no block has samples. */
export function getStandIn(blocks: readonly Pick<Block, "state" | "stories">[], language: string): string | null {
  const hasStandIn = blocks.some(
    ({ state, stories }) => state === "samples" && stories.some(({ isSample }) => isSample),
  );
  return hasStandIn ? getServerTexts(language).news.standIn : null;
}

export function toBlock(
  { section, state, hasFailed }: SectionNews,
  stories: readonly SectionStory[],
  language: string,
): Block {
  const isQuiet = stories.length === 0 && state !== "loading" && !hasFailed;
  return {
    section: toSectionLink(section),
    layout: section.layout,
    state,
    notice: getNotice(state, stories, language),
    stories: stories.map(toStory),
    ...(isQuiet && { noStories: getServerTexts(language).news.noStories }),
  };
}

/** Returns a story without the data that only the selection of stories needs. */
export function toStory({ key, slugs, hasImage, isPaid: _, topic, ...story }: SectionStory): Story {
  return story;
}
