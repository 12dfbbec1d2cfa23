import { setImmediate as yieldToRequests } from "node:timers/promises";
import { MAX_ITEMS } from "../../core/article.ts";
import { displayDate } from "../../core/dates.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { getFollowedFeeds, isOwnFeed, type LabelKind } from "../../core/ownFeeds.ts";
import { typeset } from "../../core/typography.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { permit } from "../rights/permit.ts";
import { readRuleSentences } from "../rules/sentences.ts";
import type { StoredArticle } from "../store/articles/articleRows.ts";
import { findArticleBySlug } from "../store/articles/articles.ts";
import { listCarriedArticles, listNewestHeadlines, listTitlesNear } from "../store/articles/headlines.ts";
import { listFeedStates } from "../store/feeds/feeds.ts";
import type { Database } from "../store/schema/schema.ts";
import { findRedirect } from "../store/stories/formerPaths.ts";
import {
  findMovedSlug,
  findStoryOfArticle,
  listCorrections,
  listCorrectionsOfArticle,
} from "../store/stories/staffStories.ts";
import { getReadTime, layOutArticlePage, layOutSamplePage, readPageImages } from "./articlePage.ts";
import { readLabelPage } from "./authorsAndTopics.ts";
import { getBlockSize, hasEarlySample, layOutFrontPage } from "./frontPage.ts";
import { readPins } from "./pins.ts";
import { readPreviewPage } from "./previewPage.ts";
import { groupStories, matchHeadline, SAME_STORY_HOURS } from "./sameStory.ts";
import {
  dedupeStories,
  getBlockState,
  getNotice,
  getStandIn,
  readSections,
  type SectionNews,
  selectStories,
  toBlock,
  toStory,
} from "./sectionNews.ts";
import { readSources } from "./sources.ts";
import { isStaffStory, rawStoryFromArticle, storyFromArticle } from "./story.ts";
import type {
  ArticlePage,
  FrontPage,
  Hero,
  LatestNews,
  ListedCorrection,
  SectionPage,
  Source,
  TakenDown,
} from "./views.ts";

/** Number of extra stories to read per block, since a block leaves out stories that the page shows above it. */
const SPARE_STORIES = 5;
/**
 * Number of stories read per section. Above this number, samples may fill a block of the front page, even if the store
 * has more stories of the section.
 */
const STORIES_BEFORE_SAMPLES = 200;
/** Number of stories from an article's section that are listed under the article. */
const MORE_STORIES = 4;

const MAX_CORRECTIONS = 100;

export type News = ReturnType<typeof createNews>;

/** Creates functions that read an edition's news from the store. @param getWaitedMs returns ms since polling started */
export function createNews(edition: Edition, database: Database, getWaitedMs: () => number) {
  const feedUrls = edition.sections.flatMap((section) => section.feeds.map(({ url }) => url));
  const feeds = { edition: edition.id, feedUrls };
  const followed = new Set(edition.sections.flatMap(getFollowedFeeds).map(({ url }) => url)).size;
  const sectionBySlug = new Map(edition.sections.map((section) => [section.slug, section]));
  const sectionByFeed = new Map(
    edition.sections.flatMap((section) => section.feeds.map(({ url }) => [url, section] as const)),
  );

  async function read(sections: readonly SectionConfig[], needed?: number): Promise<SectionNews[]> {
    const articles = await readSections(database, edition.id, sections, getWaitedMs(), needed);
    await yieldToRequests();
    return dedupeStories(edition, articles, Math.max(MAX_ITEMS, needed ?? 0));
  }

  /** Selects those stories of a section that the page does not show yet. Also returns the section's state. */
  async function readAround(section: SectionConfig, shownKeys: readonly string[]) {
    const [news] = await read([section]);
    if (!news) return { more: [], state: "fresh" as const };
    const more = selectStories(news, MORE_STORIES, new Set(shownKeys)).map(toStory);
    return { more, state: news.state };
  }

  /** Returns the edition's other articles about the story of an article. */
  async function listOthers(article: StoredArticle): Promise<StoredArticle[]> {
    const { words, matches } = matchHeadline(article.title);
    const near = await listTitlesNear(database, article.sortedAt, SAME_STORY_HOURS, words);
    const ids = near.filter(({ id, title }) => id !== article.id && matches(title)).map(({ id }) => id);
    const [group = []] = groupStories([article, ...(await listCarriedArticles(database, ids, feeds))]);
    return group.filter(({ id }) => id !== article.id);
  }

  /** Adds the read time if the hero is a staff story. Reads the story's text to count its words. */
  async function addReadTime(hero: Hero): Promise<Hero> {
    if (hero.state !== "loaded" || !isStaffStory(hero.story)) return hero;
    const stored = await findArticleBySlug(database, edition.id, hero.story.slug);
    if (!stored) return hero;
    return { ...hero, readTime: getReadTime(permit(stored.article, edition).getFullText(), edition.language) };
  }

  /** Returns the sentence shown in place of a staff story that was withdrawn or has ended; null for other stories. */
  async function readWithdrawalLine(articleId: number): Promise<string | null> {
    const story = await findStoryOfArticle(database, articleId);
    const texts = getServerTexts(edition.language).staffStories;
    if (story?.state === "expired") return texts.ended;
    // A withdrawn story that will appear again has the state "scheduled".
    const isWithdrawn = story?.state === "withdrawn" || story?.state === "scheduled";
    return isWithdrawn ? (story.withdrawn_line ?? texts.withdrawn) : null;
  }

  /** Returns the page of a story; undefined if no story of the edition has this slug. */
  async function readArticle(slug: string, isRaw = false): Promise<ArticlePage | TakenDown | undefined> {
    const stored = await findArticleBySlug(database, edition.id, slug);
    if (stored?.isTakenDown) return { isTakenDown: true, line: await readWithdrawalLine(stored.article.id) };
    if (stored) {
      const section = edition.sections.find(({ slug }) => stored.sections.includes(slug)) ?? edition.sections[0];
      if (!section) return undefined;
      const article = permit(stored.article, edition);
      const isOwn = isOwnFeed(stored.article.feedUrl);
      const [others, images, corrections] = await Promise.all([
        listOthers(stored.article),
        readPageImages(database, article),
        isOwn ? listCorrectionsOfArticle(database, stored.article.id) : [],
      ]);
      const around = await readAround(section, [slug, ...others.map((other) => other.slug)]);
      return layOutArticlePage(article, edition, section, { others, images, corrections, isRaw, ...around });
    }
    const sample = edition.samplesBySlug.get(slug);
    const section = sample && sectionBySlug.get(sample.section);
    return section && layOutSamplePage(sample.story, edition, section, await readAround(section, [slug]));
  }

  return {
    async frontPage(): Promise<FrontPage> {
      for (let needed = getBlockSize(edition) + SPARE_STORIES; ; needed *= 4) {
        const news = await read(edition.sections, needed);
        const page = layOutFrontPage(
          edition,
          news,
          await readPins({ edition, database, news, now: new Date().toISOString() }),
        );
        if (needed > STORIES_BEFORE_SAMPLES || !hasEarlySample(page, news))
          return { ...page, hero: await addReadTime(page.hero) };
      }
    },

    /** Returns a section's page with up to 15 stories; undefined if the edition has no such section. */
    async section(slug: string): Promise<SectionPage | undefined> {
      const section = sectionBySlug.get(slug);
      const [news] = section ? await read([section]) : [];
      if (!section || !news) return undefined;
      // Samples fill up the blocks of the front page; a section's page shows them only if its feeds have no stories.
      const selectable = news.stories.length > 0 ? { ...news, samples: [] } : news;
      const selected = selectStories(selectable, MAX_ITEMS);
      const stories = selected.map((story) => ({ ...toStory(story), ...(story.topic && { topic: story.topic }) }));
      const block = { ...toBlock(news, selected, edition.language), stories };
      const standIn = news.isSilent ? getStandIn([block], edition.language) : null;
      return { title: section.name, standIn, block };
    },

    article: (slug: string) => readArticle(slug),

    /** Reads a preview by the secret key in its address. */
    preview: (key: string) => readPreviewPage(edition, database, key),

    /** Returns the story with a slug, or the staff story that once had the slug. `isRaw` omits typesetting. */
    async articleOfAnySlug(slug: string, isRaw = false): Promise<ArticlePage | TakenDown | undefined> {
      const page = await readArticle(slug, isRaw);
      const present = page ? undefined : await findMovedSlug(database, edition.id, slug);
      return present === undefined ? page : readArticle(present, isRaw);
    },

    /** Returns the page of an author or a topic of staff stories; undefined if there are no such stories. */
    label: (kind: LabelKind, slug: string) => readLabelPage(edition, database, kind, slug),

    /** Returns the newest corrections of staff stories, newest first. */
    async corrections(): Promise<ListedCorrection[]> {
      const corrections = await listCorrections(database, edition.id, MAX_CORRECTIONS);
      return corrections.map(({ correctedAt, title, text, slug }) => {
        const texts = { slug, title: typeset(title, edition.language), text: typeset(text, edition.language) };
        return { ...texts, date: { instant: correctedAt, text: displayDate(correctedAt, edition) } };
      });
    },

    /** Returns a staff story's current slug by a former slug; undefined if there is none. */
    findMovedSlug: (slug: string) => findMovedSlug(database, edition.id, slug),

    /** Returns the path or URL to which a path of a former site redirects; undefined if there is none. */
    findRedirect: (path: string) => findRedirect(database, edition.id, path),

    /** Returns all sections' newest stories, newest first; samples if there are none. `isRaw` omits typesetting. */
    async latest(count: number, isRaw = false): Promise<LatestNews> {
      const fromArticle = isRaw ? rawStoryFromArticle : storyFromArticle;
      // Reads the feeds' states before their headlines. In the other order, a feed that is polled between both queries
      // would look polled but empty.
      const states = await listFeedStates(database, feedUrls);
      const [newest = []] = await listNewestHeadlines(database, edition.id, [{ feedUrls }], 2 * count);
      const stories = groupStories(newest)
        .slice(0, count)
        .flatMap(([article, ...others]) => {
          const section = article && sectionByFeed.get(article.feedUrl);
          return section ? [fromArticle(permit(article, edition), edition, section, others)] : [];
        });
      const state = getBlockState(newest, states, followed, getWaitedMs());
      const notice = getNotice(state, stories, edition.language);
      if (stories.length > 0) return { stories, notice };
      const samples = (await read(edition.sections)).flatMap((news) => news.samples);
      const newestSamples = samples
        .sort((a, b) => Date.parse(b.date.instant ?? "") - Date.parse(a.date.instant ?? ""))
        .slice(0, count);
      const isQuiet = newestSamples.length === 0 && states.every(({ lastError }) => lastError === null);
      const { noStories } = getServerTexts(edition.language).news;
      return { stories: newestSamples.map(toStory), notice, ...(isQuiet && { noStories }) };
    },

    /** Returns the state of every feed that the edition follows. */
    sources: (): Promise<Source[]> => readSources(edition, database, Date.now()),

    /** Returns the sentences that tell readers which stories the edition leaves out, although its feeds contain them. */
    rules: (): Promise<string[]> => readRuleSentences(edition, database),
  };
}
