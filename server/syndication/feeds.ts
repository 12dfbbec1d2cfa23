import { type FeedChannel, type FeedItem, ITEMS_IN_FEED, type OutgoingFeed } from "../../core/feed/feed.ts";
import { readRequest, writeRequest } from "../../core/search/request.ts";
import type { Edition, SampleStory } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import { sourcesBySlug } from "../editions/sources.ts";
import { findImageUrls } from "../images/bodyImages.ts";
import { getFullText } from "../news/articlePage.ts";
import { groupStories } from "../news/sameStory.ts";
import { findNewestMatches } from "../news/search/newest.ts";
import { readSections } from "../news/sectionNews.ts";
import type { StoredArticle } from "../store/articleRows.ts";
import { findFeedStates } from "../store/feeds.ts";
import { findNewestArticles } from "../store/headlines.ts";
import { findStoredImages } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { itemFromArticle, itemFromSample } from "./feedItem.ts";

/** An edition's own feeds. `path` is the requested path, which the feed contains as its own address. */
export interface Feeds {
  /** Returns the newest stories of all sections. */
  all(path: string): Promise<NewsFeed>;
  /** Returns the newest stories of a section; undefined if the edition has no such section. */
  section(slug: string, path: string): Promise<NewsFeed | undefined>;
  /** Returns the newest stories of a source; undefined if the edition follows no such source. */
  source(slug: string, path: string): Promise<NewsFeed | undefined>;
  /**
   * Returns the newest results of a search.
   *
   * @param parameters the query of the search's address
   * @param path without the query
   */
  search(parameters: URLSearchParams, path: string): Promise<NewsFeed>;
  /** Returns the edition's samples, without reading the store. */
  bundled(): OutgoingFeed;
}

export interface NewsFeed {
  feed: OutgoingFeed;
  /** Whether a feed that we follow has not been polled yet, so that stories are still to come. */
  isLoading: boolean;
}

/** A story of a feed that we follow, or one of the edition's samples. */
type Match = { section: SectionFile } & (
  | { kind: "article"; article: StoredArticle }
  | { kind: "sample"; sample: SampleStory }
);

/** @param waited returns the milliseconds since polling started */
export function feedsOf(edition: Edition, database: Database, siteUrl: string, waited: () => number): Feeds {
  /** Builds a feed of the newest of some items. */
  function build(part: Pick<FeedChannel, "title" | "description" | "link" | "self">, items: FeedItem[]): OutgoingFeed {
    const newest = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date)).slice(0, ITEMS_IN_FEED);
    const channel = {
      ...part,
      language: edition.language,
      copyright: edition.copyright,
      image: `${siteUrl}/rss-image.png`,
      hub: edition.hub ?? null,
      changedAt:
        newest
          .map(({ changedAt }) => changedAt)
          .sort()
          .at(-1) ?? null,
    };
    return { channel, items: newest };
  }

  const describeAll = (path: string) => {
    const { name: title, tagline: description } = edition;
    return { title, description, link: `${siteUrl}/`, self: siteUrl + path };
  };

  async function readNews(sections: readonly SectionFile[]): Promise<{ items: FeedItem[]; isLoading: boolean }> {
    const [items, news] = await Promise.all([
      readItems(sections, (section) => section.feeds.map(({ url }) => url)),
      readSections(database, sections, waited()),
    ]);
    // A feed contains samples of the sections that show samples on the site.
    const samples = news.filter(({ state }) => state === "samples").flatMap(({ section }) => getSamples(section));
    return { items: [...items, ...samples], isLoading: news.some(({ state }) => state === "loading") };
  }

  async function readItems(
    sections: readonly SectionFile[],
    getUrls: (section: SectionFile) => string[],
  ): Promise<FeedItem[]> {
    const sectionByFeed = new Map(
      sections.flatMap((section) => getUrls(section).map((url) => [url, section] as const)),
    );
    // Twice as many, since articles about one story become one item.
    const articles = await findNewestArticles(database, [...sectionByFeed.keys()], 2 * ITEMS_IN_FEED);
    return toItems(
      groupStories(articles).flatMap(([article]) => {
        const section = article && sectionByFeed.get(article.feedUrl);
        return section ? [{ kind: "article" as const, article, section }] : [];
      }),
    );
  }

  async function toItems(matches: readonly Match[]): Promise<FeedItem[]> {
    const texts = matches.flatMap((match) => (match.kind === "article" ? [getFullText(match.article, edition)] : []));
    const images = await findStoredImages(database, texts.flatMap(findImageUrls));
    return matches.map((match) =>
      match.kind === "article"
        ? itemFromArticle(match.article, edition, match.section, siteUrl, images)
        : itemFromSample(match.sample, edition, match.section, siteUrl),
    );
  }

  function getSamples(section: SectionFile): FeedItem[] {
    const samples = edition.samples.get(section.slug) ?? [];
    return samples.map((sample) => itemFromSample(sample, edition, section, siteUrl));
  }

  return {
    async all(path) {
      const { items, isLoading } = await readNews(edition.sections);
      return { feed: build(describeAll(path), items), isLoading };
    },

    async section(slug, path) {
      const section = edition.sections.find((known) => known.slug === slug);
      if (!section) return undefined;
      const { items, isLoading } = await readNews([section]);
      const title = `${section.name} | ${edition.name}`;
      const description = `The latest from ${section.name} in ${edition.name}.`;
      return {
        feed: build({ title, description, link: `${siteUrl}/${slug}`, self: siteUrl + path }, items),
        isLoading,
      };
    },

    async source(slug, path) {
      const source = sourcesBySlug(edition).get(slug);
      if (!source) return undefined;
      const { url, publisher } = source;
      const carries = ({ feeds }: SectionFile) => feeds.some((feed) => feed.url === url);
      const [items, [state]] = await Promise.all([
        readItems(edition.sections.filter(carries), () => [url]),
        findFeedStates(database, [url]),
      ]);
      const name = state?.title && state.title !== publisher ? `${publisher}: ${state.title}` : publisher;
      const title = `${name} | ${edition.name}`;
      const description = `The latest from ${publisher} in ${edition.name}.`;
      return {
        feed: build({ title, description, link: `${siteUrl}/sources#${slug}`, self: siteUrl + path }, items),
        isLoading: items.length === 0 && !state?.lastAttemptAt,
      };
    },

    async search(parameters, path) {
      const request = { ...readRequest(parameters), order: "relevance", after: null, before: null } as const;
      const items = await toItems(await findNewestMatches(edition, database, request, ITEMS_IN_FEED));
      const written = writeRequest(request);
      const query = written && `?${written}`;
      const title = `${request.text ? `Search: ${request.text}` : "Search"} | ${edition.name}`;
      const description = `The newest stories in ${edition.name} that this search finds.`;
      const { channel, ...feed } = build(
        { title, description, link: `${siteUrl}/search${query}`, self: siteUrl + path + query },
        items,
      );
      // Hubs are not notified about searches, since nothing tells which ones an article changes.
      return { feed: { channel: { ...channel, hub: null }, ...feed }, isLoading: false };
    },

    bundled: () => build(describeAll("/rss.xml"), edition.sections.flatMap(getSamples)),
  };
}
