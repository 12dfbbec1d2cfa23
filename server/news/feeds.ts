import type { RssChannel, RssFeed, RssItem } from "../../core/rss.ts";
import type { Edition } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { pictureUrlsIn } from "../images/bodyPictures.ts";
import { newestArticles } from "../store/headlines.ts";
import type { Database } from "../store/open.ts";
import { photographsOf } from "../store/pictures.ts";
import { printedText } from "./articlePage.ts";
import { itemFromArticle, itemFromSample } from "./feedItem.ts";
import { groupStories } from "./sameStory.ts";
import { readSections } from "./sectionNews.ts";

/** Specification, section 9: articles in a feed. */
const ARTICLES = 50;

/** The feeds that an edition gives out. */
export interface Feeds {
  /**
   * The newest stories of all sections.
   *
   * @param path where the feed was asked for: it names itself by that
   */
  all(path: string): Promise<NewsFeed>;
  /** The newest stories of a section; undefined where the edition has no such section. */
  section(slug: string): Promise<NewsFeed | undefined>;
  /** The edition's own stories, for which nobody has to be asked. */
  bundled(): RssFeed;
}

export interface NewsFeed {
  rss: RssFeed;
  /** Whether more will be there in a moment: a feed that we follow has not been read yet. */
  isLoading: boolean;
}

/** @param waited says how many milliseconds ago feeds began to be fetched */
export function feedsOf(edition: Edition, database: Database, siteUrl: string, waited: () => number): Feeds {
  const channel = (
    part: Pick<RssChannel, "title" | "description" | "link" | "self">,
  ): Omit<RssChannel, "changedAt"> => ({
    ...part,
    language: edition.language,
    copyright: edition.copyright,
    image: `${siteUrl}/rss-image.png`,
  });

  const channelOfAll = (path: string) =>
    channel({ title: edition.name, description: edition.tagline, link: `${siteUrl}/`, self: siteUrl + path });

  async function newsOf(sections: readonly SectionFile[]): Promise<Dated & { isLoading: boolean }> {
    const sectionOf = new Map(sections.flatMap((section) => section.feeds.map((feed) => [feed.url, section] as const)));
    const [articles, news] = await Promise.all([
      // Twice as many, since articles that tell one story are one story here, too.
      newestArticles(database, [...sectionOf.keys()], 2 * ARTICLES),
      readSections(database, sections, waited()),
    ]);
    const texts = articles.map((article) => printedText(article, edition));
    const photographs = await photographsOf(database, texts.flatMap(pictureUrlsIn));
    const dated = [
      ...groupStories(articles).flatMap(([article]) => {
        const section = article && sectionOf.get(article.feedUrl);
        return section
          ? [{ item: itemFromArticle(article, edition, section, siteUrl, photographs), changedAt: article.changedAt }]
          : [];
      }),
      // Where the site shows the edition's own stories, its feeds have them, and nowhere else.
      ...news.filter(({ state }) => state === "samples").flatMap(({ section }) => samplesOf(section)),
    ];
    return { ...together(dated), isLoading: news.some(({ state }) => state === "loading") };
  }

  function samplesOf(section: SectionFile): Entry[] {
    const samples = edition.samples.get(section.slug) ?? [];
    return samples.map((sample) => {
      const item = itemFromSample(sample, edition, section, siteUrl);
      return { item, changedAt: item.date };
    });
  }

  return {
    async all(path) {
      const { items, changedAt, isLoading } = await newsOf(edition.sections);
      return { rss: { channel: { ...channelOfAll(path), changedAt }, items }, isLoading };
    },

    async section(slug) {
      const section = edition.sections.find((known) => known.slug === slug);
      if (!section) return undefined;
      const { items, changedAt, isLoading } = await newsOf([section]);
      const self = `${siteUrl}/${slug}/rss.xml`;
      const description = `The latest from ${section.name} in ${edition.name}.`;
      const title = `${section.name} | ${edition.name}`;
      return {
        rss: { channel: { ...channel({ title, description, link: `${siteUrl}/${slug}`, self }), changedAt }, items },
        isLoading,
      };
    },

    bundled() {
      const { items, changedAt } = together(edition.sections.flatMap(samplesOf));
      return { channel: { ...channelOfAll("/rss.xml"), changedAt }, items };
    },
  };
}

interface Entry {
  item: RssItem;
  changedAt: string;
}

interface Dated {
  items: RssItem[];
  changedAt: string | null;
}

/** The newest of them, newest first, and when any of those changed last. */
function together(entries: Entry[]): Dated {
  const newest = entries.toSorted((a, b) => Date.parse(b.item.date) - Date.parse(a.item.date)).slice(0, ARTICLES);
  const changes = newest.map(({ changedAt }) => changedAt).sort();
  return { items: newest.map(({ item }) => item), changedAt: changes.at(-1) ?? null };
}
