import { ITEMS_KEPT } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import { sectionLink } from "../editions/public.ts";
import type { SectionFile } from "../editions/schema.ts";
import type { Headline } from "../store/articleRows.ts";
import { type FeedState, feedStatesOf } from "../store/feeds.ts";
import { newestHeadlines } from "../store/headlines.ts";
import type { Database } from "../store/schema.ts";
import { groupStories } from "./sameStory.ts";
import { storyFromArticle, storyFromSample } from "./story.ts";
import type { Block, BlockState, Story } from "./views.ts";

/** Specification, section 8: what readers are told when a section's feeds failed or gave nothing. */
const CACHED_NOTICE = "Using cached articles";

/** Specification, section 9: stories in a block that is not told how many. */
const STORIES_BY_DEFAULT = 3;

/** How long a section may stay on its skeleton before the edition's samples show. */
export const PATIENCE_MS = 8000;

/** What a section's feeds gave, newest first, and how they are. */
export interface SectionArticles {
  section: SectionFile;
  state: BlockState;
  articles: Headline[];
}

/** A story with the name of what it tells, which all articles of one story share, and whether its feed names a picture. */
export type ToldStory = Story & { tells: string; isPictured: boolean };

/** A section's news: what its feeds gave, and what the edition has of its own. */
export interface SectionNews {
  section: SectionFile;
  state: BlockState;
  /** From the feeds, newest first, at most 15, each story once. */
  stories: ToldStory[];
  /** The edition's own, newest first. */
  samples: ToldStory[];
}

/**
 * @param waited milliseconds since feeds began to be fetched
 * @param kept how many stories of each section the page may come to show
 */
export async function readSections(
  database: Database,
  sections: readonly SectionFile[],
  waited: number,
  kept = ITEMS_KEPT,
): Promise<SectionArticles[]> {
  const lists = sections.map((section) => section.feeds.map(({ url }) => url));
  // A section may lose twice as many to stories that it tells already, and still fill its page.
  const [headlines, feeds] = await Promise.all([
    newestHeadlines(database, lists, 3 * kept),
    feedStatesOf(database, [...new Set(lists.flat())]),
  ]);
  const stateOf = new Map(feeds.map((feed) => [feed.url, feed]));
  return sections.map((section, index) => {
    const articles = headlines[index] ?? [];
    const states = (lists[index] ?? []).flatMap((url) => stateOf.get(url) ?? []);
    return { section, state: blockState(articles, states, section.feeds.length, waited), articles };
  });
}

/**
 * Makes stories of the articles of sections that stand on one page. Articles of one story become one in each section, with
 * the publishers of the others named, whichever section they stand in.
 */
export function tellStories(edition: Edition, sections: readonly SectionArticles[]): SectionNews[] {
  const groups = groupStories(eachOnce(sections));
  const groupOf = new Map(groups.flatMap((group) => group.map((article) => [article.id, group] as const)));
  return sections.map(({ section, state, articles }) => {
    const told = new Set<string>();
    const stories: ToldStory[] = [];
    for (const article of articles) {
      if (stories.length === ITEMS_KEPT) break;
      const group = groupOf.get(article.id) ?? [article];
      const tells = (group[0] ?? article).slug;
      if (told.has(tells)) continue;
      told.add(tells);
      const others = group.filter(({ id }) => id !== article.id);
      const story = storyFromArticle(article, edition, section, others);
      stories.push({ ...story, tells, isPictured: article.image !== null });
    }
    return { section, state, stories, samples: samplesOf(edition, section) };
  });
}

/** The edition's own stories of a section: the same on every page, and made once. */
function samplesOf(edition: Edition, section: SectionFile): ToldStory[] {
  const made = samplesMade.get(section);
  if (made) return made;
  const samples = (edition.samples.get(section.slug) ?? []).map((sample) => ({
    ...storyFromSample(sample, edition, section),
    tells: sample.slug,
    isPictured: false,
  }));
  samplesMade.set(section, samples);
  return samples;
}

const samplesMade = new WeakMap<SectionFile, ToldStory[]>();

/** A story as pages have it. */
export function toldAs({ tells, isPictured, ...story }: ToldStory): Story {
  return story;
}

/** An article that stands in several sections is no second article. */
function eachOnce(sections: readonly SectionArticles[]): Headline[] {
  const all = sections.flatMap(({ articles }) => articles);
  return [...new Map(all.map((article) => [article.id, article])).values()];
}

function blockState(articles: Headline[], feeds: FeedState[], followed: number, waited: number): BlockState {
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
 * @param told the names of the stories that the page has told above, which are left out here; what is shown is added
 */
export function blockOf(news: SectionNews, count = STORIES_BY_DEFAULT, told = new Set<string>()): Block {
  const { section, state } = news;
  const candidates = state === "loading" ? [] : [...news.stories, ...news.samples];
  const chosen = candidates.filter(({ tells }) => !told.has(tells)).slice(0, count);
  for (const { tells } of chosen) told.add(tells);
  const isCached = section.feeds.length > 0 && (state === "cached" || state === "samples");
  return {
    section: sectionLink(section),
    layout: section.layout,
    state,
    notice: isCached ? CACHED_NOTICE : null,
    stories: chosen.map(toldAs),
  };
}
