import { ITEMS_KEPT } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { pictureUrlsIn } from "../images/bodyImages.ts";
import type { StoredArticle } from "../store/articleRows.ts";
import { articleBySlug } from "../store/articles.ts";
import { articlesCarried, newestHeadlines, titlesNear } from "../store/headlines.ts";
import { photographsOf } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { articlePageOfSample, articlePageOfStored, printedText } from "./articlePage.ts";
import { layOutFrontPage, STORIES_IN_BLOCK } from "./frontPage.ts";
import { groupStories, likenessOf, SAME_STORY_HOURS } from "./sameStory.ts";
import { blockOf, readSections, type SectionNews, tellStories, toldAs } from "./sectionNews.ts";
import { sourcesOf } from "./sources.ts";
import { storyFromArticle } from "./story.ts";
import type { ArticlePage, FrontPage, SectionPage, Source, Story, TakenDown } from "./views.ts";

/** A block has lost stories to the hero and to the blocks above it. */
const SPARE_IN_BLOCK = 3;

/** @param waited says how many milliseconds ago feeds began to be fetched */
export function newsOf(edition: Edition, database: Database, waited: () => number): News {
  const feedUrls = edition.sections.flatMap((section) => section.feeds.map(({ url }) => url));
  const sectionBySlug = (slug: string) => edition.sections.find((section) => section.slug === slug);
  const sectionOfFeed = new Map(
    edition.sections.flatMap((section) => section.feeds.map(({ url }) => [url, section] as const)),
  );

  async function read(sections: readonly SectionFile[], kept?: number): Promise<SectionNews[]> {
    return tellStories(edition, await readSections(database, sections, waited(), kept));
  }

  /** @param told the slugs of all that tell the story above */
  async function moreIn(section: SectionFile, told: readonly string[]): Promise<Story[]> {
    const [news] = await read([section]);
    return news ? blockOf(news, 4, new Set(told)).stories : [];
  }

  /** The other articles of the edition that tell the same story. */
  async function othersOf(article: StoredArticle): Promise<StoredArticle[]> {
    const { words, isLike } = likenessOf(article.title);
    const near = await titlesNear(database, article.sortedAt, SAME_STORY_HOURS, words);
    const alike = near.filter(({ id, title }) => id !== article.id && isLike(title));
    const rest = await articlesCarried(
      database,
      alike.map(({ id }) => id),
      feedUrls,
    );
    const group = groupStories([article, ...rest])[0] ?? [];
    return group.filter(({ id }) => id !== article.id);
  }

  return {
    async frontPage() {
      return layOutFrontPage(edition, await read(edition.sections, STORIES_IN_BLOCK + SPARE_IN_BLOCK));
    },

    async section(slug) {
      const section = sectionBySlug(slug);
      const [news] = section ? await read([section]) : [];
      if (!section || !news) return undefined;
      // Where feeds gave anything, a section shows that alone; the front page's blocks alone are filled up.
      const own = news.stories.length > 0 ? { ...news, samples: [] } : news;
      return { title: section.name, block: blockOf(own, ITEMS_KEPT) };
    },

    async article(slug) {
      const stored = await articleBySlug(database, edition.id, slug);
      if (stored?.isTakenDown) return { isTakenDown: true };
      if (stored) {
        const section = edition.sections.find(({ slug }) => stored.sections.includes(slug)) ?? edition.sections[0];
        if (!section) return undefined;
        const [others, photographs] = await Promise.all([
          othersOf(stored.article),
          photographsOf(database, pictureUrlsIn(printedText(stored.article, edition))),
        ]);
        const more = await moreIn(section, [slug, ...others.map((other) => other.slug)]);
        return articlePageOfStored(stored.article, edition, section, others, more, photographs);
      }
      const sample = edition.samplesBySlug.get(slug);
      const section = sample && sectionBySlug(sample.section);
      return section && articlePageOfSample(sample.story, edition, section, await moreIn(section, [slug]));
    },

    async latest(count) {
      const [newest = []] = await newestHeadlines(database, [feedUrls], 2 * count);
      const articles = groupStories(newest).slice(0, count);
      const stories = articles.flatMap(([article, ...others]) => {
        const section = article && sectionOfFeed.get(article.feedUrl);
        return section ? [storyFromArticle(article, edition, section, others)] : [];
      });
      if (stories.length > 0) return stories;
      const samples = (await read(edition.sections)).flatMap((news) => news.samples);
      return samples
        .sort((a, b) => Date.parse(b.date.instant ?? "") - Date.parse(a.date.instant ?? ""))
        .slice(0, count)
        .map(toldAs);
    },

    sources: () => sourcesOf(edition, database, Date.now()),
  };
}

/** The questions that pages ask about one edition's news. Each is answered from the store alone. */
export interface News {
  frontPage(): Promise<FrontPage>;
  /** Up to 15 stories of a section; undefined where the edition has no such section. */
  section(slug: string): Promise<SectionPage | undefined>;
  /** Undefined where no story of the edition has ever had this slug. */
  article(slug: string): Promise<ArticlePage | TakenDown | undefined>;
  /** The newest stories of all sections, newest first, each once. */
  latest(count: number): Promise<Story[]>;
  /** Every feed that the edition follows, and how it is. */
  sources(): Promise<Source[]>;
}
