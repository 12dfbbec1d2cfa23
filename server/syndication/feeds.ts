import type { FeedChannel, FeedItem, OutgoingFeed } from "../../core/feed/feed.ts";
import { readRequest, writeRequest } from "../../core/search/request.ts";
import type { Edition, SampleStory } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { sourcesBySlug } from "../editions/sources.ts";
import { pictureUrlsIn } from "../images/bodyImages.ts";
import { printedText } from "../news/articlePage.ts";
import { groupStories } from "../news/sameStory.ts";
import { newestMatches } from "../news/search/newest.ts";
import { readSections } from "../news/sectionNews.ts";
import type { StoredArticle } from "../store/articleRows.ts";
import { feedStatesOf } from "../store/feeds.ts";
import { newestArticles } from "../store/headlines.ts";
import { photographsOf } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { itemFromArticle, itemFromSample } from "./feedItem.ts";

/** Specification, section 9: articles in a feed. */
const ARTICLES = 50;

/**
 * The feeds that an edition gives out. Each is told the path where it was asked for: it names itself by that, and is the
 * same in every format but for it.
 */
export interface Feeds {
  /** The newest stories of all sections. */
  all(path: string): Promise<NewsFeed>;
  /** The newest stories of a section; undefined where the edition has no such section. */
  section(slug: string, path: string): Promise<NewsFeed | undefined>;
  /** The newest stories of a source; undefined where the edition follows none of this slug. */
  source(slug: string, path: string): Promise<NewsFeed | undefined>;
  /**
   * The newest stories that a search finds.
   *
   * @param parameters the query of the search's address: any is one
   * @param path as it is without a query
   */
  search(parameters: URLSearchParams, path: string): Promise<NewsFeed>;
  /** The edition's own stories, for which nobody has to be asked. */
  bundled(): OutgoingFeed;
}

export interface NewsFeed {
  feed: OutgoingFeed;
  /** Whether more will be there in a moment: a feed that we follow has not been read yet. */
  isLoading: boolean;
}

/** A story that goes into a feed: of a feed that we follow, or the edition's own. */
type Told = { section: SectionFile } & (
  | { kind: "article"; article: StoredArticle }
  | { kind: "sample"; sample: SampleStory }
);

/** @param waited says how many milliseconds ago feeds began to be fetched */
export function feedsOf(edition: Edition, database: Database, siteUrl: string, waited: () => number): Feeds {
  const channel = (
    part: Pick<FeedChannel, "title" | "description" | "link" | "self">,
  ): Omit<FeedChannel, "changedAt"> => ({
    ...part,
    language: edition.language,
    copyright: edition.copyright,
    image: `${siteUrl}/rss-image.png`,
    hub: edition.hub ?? null,
  });

  const channelOfAll = (path: string) =>
    channel({ title: edition.name, description: edition.tagline, link: `${siteUrl}/`, self: siteUrl + path });

  async function newsOf(sections: readonly SectionFile[]): Promise<Dated & { isLoading: boolean }> {
    const [items, news] = await Promise.all([
      itemsOf(sections, (section) => section.feeds.map(({ url }) => url)),
      readSections(database, sections, waited()),
    ]);
    // Where the site shows the edition's own stories, its feeds have them, and nowhere else.
    const samples = news.filter(({ state }) => state === "samples").flatMap(({ section }) => samplesOf(section));
    return { ...together([...items, ...samples]), isLoading: news.some(({ state }) => state === "loading") };
  }

  async function itemsOf(
    sections: readonly SectionFile[],
    feedsOf: (section: SectionFile) => string[],
  ): Promise<FeedItem[]> {
    const sectionOf = new Map(sections.flatMap((section) => feedsOf(section).map((url) => [url, section] as const)));
    // Twice as many, since articles that tell one story are one story here, too.
    const articles = await newestArticles(database, [...sectionOf.keys()], 2 * ARTICLES);
    return itemsFrom(
      groupStories(articles).flatMap(([article]) => {
        const section = article && sectionOf.get(article.feedUrl);
        return section ? [{ kind: "article" as const, article, section }] : [];
      }),
    );
  }

  async function itemsFrom(matches: readonly Told[]): Promise<FeedItem[]> {
    const texts = matches.flatMap((match) => (match.kind === "article" ? [printedText(match.article, edition)] : []));
    const photographs = await photographsOf(database, texts.flatMap(pictureUrlsIn));
    return matches.map((match) =>
      match.kind === "article"
        ? itemFromArticle(match.article, edition, match.section, siteUrl, photographs)
        : itemFromSample(match.sample, edition, match.section, siteUrl),
    );
  }

  function samplesOf(section: SectionFile): FeedItem[] {
    const samples = edition.samples.get(section.slug) ?? [];
    return samples.map((sample) => itemFromSample(sample, edition, section, siteUrl));
  }

  return {
    async all(path) {
      const { items, changedAt, isLoading } = await newsOf(edition.sections);
      return { feed: { channel: { ...channelOfAll(path), changedAt }, items }, isLoading };
    },

    async section(slug, path) {
      const section = edition.sections.find((known) => known.slug === slug);
      if (!section) return undefined;
      const { items, changedAt, isLoading } = await newsOf([section]);
      const description = `The latest from ${section.name} in ${edition.name}.`;
      const title = `${section.name} | ${edition.name}`;
      const own = channel({ title, description, link: `${siteUrl}/${slug}`, self: siteUrl + path });
      return { feed: { channel: { ...own, changedAt }, items }, isLoading };
    },

    async source(slug, path) {
      const source = sourcesBySlug(edition).get(slug);
      if (!source) return undefined;
      const { url, publisher } = source;
      const carries = ({ feeds }: SectionFile) => feeds.some((feed) => feed.url === url);
      const [found, [state]] = await Promise.all([
        itemsOf(edition.sections.filter(carries), () => [url]),
        feedStatesOf(database, [url]),
      ]);
      const { items, changedAt } = together(found);
      const name = state?.title && state.title !== publisher ? `${publisher}: ${state.title}` : publisher;
      const description = `The latest from ${publisher} in ${edition.name}.`;
      const title = `${name} | ${edition.name}`;
      const own = channel({ title, description, link: `${siteUrl}/sources#${slug}`, self: siteUrl + path });
      return {
        feed: { channel: { ...own, changedAt }, items },
        isLoading: items.length === 0 && !state?.lastAttemptAt,
      };
    },

    async search(parameters, path) {
      const request = { ...readRequest(parameters), order: "relevance", after: null, before: null } as const;
      const found = await newestMatches(edition, database, request, ARTICLES);
      const { items, changedAt } = together(await itemsFrom(found));
      const query = writeRequest(request);
      const asked = query && `?${query}`;
      const title = `${request.text ? `Search: ${request.text}` : "Search"} | ${edition.name}`;
      const description = `The newest stories in ${edition.name} that this search finds.`;
      const own = channel({ title, description, link: `${siteUrl}/search${asked}`, self: siteUrl + path + asked });
      // Hubs are told of feeds that change with a section, and of no search.
      return { feed: { channel: { ...own, hub: null, changedAt }, items }, isLoading: false };
    },

    bundled() {
      const { items, changedAt } = together(edition.sections.flatMap(samplesOf));
      return { channel: { ...channelOfAll("/rss.xml"), changedAt }, items };
    },
  };
}

interface Dated {
  items: FeedItem[];
  changedAt: string | null;
}

/** The newest of them, newest first, and when any of those changed last. */
function together(items: FeedItem[]): Dated {
  const newest = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date)).slice(0, ARTICLES);
  const changes = newest.map(({ changedAt }) => changedAt).sort();
  return { items: newest, changedAt: changes.at(-1) ?? null };
}
