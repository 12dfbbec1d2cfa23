import { articlePath } from "../../core/addresses.ts";
import { type DeletedItem, type FeedItem, ITEMS_IN_FEED, type OutgoingFeed } from "../../core/feed/feed.ts";
import { getServerTexts, getSiteTexts } from "../../core/language/catalogs.ts";
import { getLabelFeedUrl, type LabelKind } from "../../core/ownFeeds.ts";
import { formatSearchRequest, parseSearchRequest } from "../../core/search/request.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { getSourcesBySlug } from "../editions/schema/sources.ts";
import { listImageUrls } from "../html/bodyImages.ts";
import { findSection, readLabelPage } from "../news/authorsAndTopics.ts";
import { groupStories } from "../news/sameStory.ts";
import { listNewestMatches, type SectionArticle } from "../news/search/newest.ts";
import type { SearchSource } from "../news/search/scope.ts";
import { readSections } from "../news/sectionNews.ts";
import { permit } from "../rights/permit.ts";
import { listNewestArticles } from "../store/articles/headlines.ts";
import { listStoredImages } from "../store/articles/images.ts";
import { listFeedStates } from "../store/feeds/feeds.ts";
import { listTakenDownArticles } from "../store/takedowns/takenDownArticles.ts";
import { itemFromArticle, itemFromSample } from "./feedItem.ts";

export interface NewsFeed {
  feed: OutgoingFeed;
  /** True while the feed lacks stories because sources have not been polled yet. */
  isLoading: boolean;
}

export type Feeds = ReturnType<typeof createFeeds>;

/** Time, in ms, for which feeds list a deleted story. Few feed readers poll less often. */
const LIST_DELETED_MS = 30 * 24 * 60 * 60_000;

/** Creates the feeds that an edition publishes. Each method forms its feed's own URL from the requested `path`. */
export function createFeeds(
  edition: Edition,
  { database, index }: SearchSource,
  siteUrl: string,
  getWaitedMs: () => number,
) {
  const { name, tagline, language, copyright, hub = null } = edition;
  const own = { title: name, description: tagline };
  const { head } = getSiteTexts(language);
  const texts = getServerTexts(language).feeds;

  /** Builds a feed of the newest items. @param page path of the page with the same stories */
  function build(
    { title, description }: typeof own,
    page: string,
    path: string,
    items: FeedItem[],
    deleted: readonly DeletedItem[] = [],
  ): OutgoingFeed {
    const newest = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date)).slice(0, ITEMS_IN_FEED);
    const changes = [...newest.map(({ changedAt }) => changedAt), ...deleted.map(({ deletedAt }) => deletedAt)].sort();
    const addresses = { link: siteUrl + page, self: siteUrl + path, image: `${siteUrl}/rss-image.png` };
    const channel = { title, description, ...addresses, language, copyright, hub, changedAt: changes.at(-1) ?? null };
    return { channel, items: newest, deleted };
  }

  async function readNews(sections: readonly SectionConfig[]) {
    const [items, news, deleted] = await Promise.all([
      readItems(sections, (section) => section.feeds.map(({ url }) => url)),
      readSections(database, edition.id, sections, getWaitedMs()),
      readDeleted(sections.flatMap(({ feeds }) => feeds.map(({ url }) => url))),
    ]);
    return { items, deleted, isLoading: news.some(({ state }) => state === "loading") };
  }

  /** Returns stories taken down in the last 30 days, newest takedown first. @param urls URLs of the stories' feeds */
  async function readDeleted(urls: readonly string[]): Promise<DeletedItem[]> {
    const since = new Date(Date.now() - LIST_DELETED_MS).toISOString();
    const articles = await listTakenDownArticles(database, urls, since, ITEMS_IN_FEED);
    return articles.map(({ slug, takenDownAt }) => ({ link: siteUrl + articlePath(slug), deletedAt: takenDownAt }));
  }

  async function readItems(sections: readonly SectionConfig[], getUrls: (section: SectionConfig) => string[]) {
    const sectionByFeed = new Map(
      sections.flatMap((section) => getUrls(section).map((url) => [url, section] as const)),
    );
    const [first, ...others] = sections;
    const section = others.length === 0 ? first?.slug : undefined;
    const shown = { edition: edition.id, section, feedUrls: [...sectionByFeed.keys()] };
    // Reads twice as many articles as items, since several articles about one story become one item.
    const articles = await listNewestArticles(database, shown, 2 * ITEMS_IN_FEED);
    return toItems(
      groupStories(articles).flatMap(([article]) => {
        const section = article && sectionByFeed.get(article.feedUrl);
        return section ? [{ article, section }] : [];
      }),
    );
  }

  async function toItems(matches: readonly SectionArticle[]): Promise<FeedItem[]> {
    const permitted = matches.map(({ article, section }) => ({ article: permit(article, edition), section }));
    const bodies = permitted.map(({ article }) => article.getFullText());
    const images = await listStoredImages(database, bodies.flatMap(listImageUrls));
    return permitted.map(({ article, section }) => itemFromArticle(article, edition, section, siteUrl, images));
  }

  return {
    async all(path: string): Promise<NewsFeed> {
      const { items, deleted, isLoading } = await readNews(edition.sections);
      return { feed: build(own, "/", path, items, deleted), isLoading };
    },

    /** Returns a feed of the newest stories of a section; undefined if the edition has no such section. */
    async section(slug: string, path: string): Promise<NewsFeed | undefined> {
      const section = edition.sections.find((known) => known.slug === slug);
      if (!section) return undefined;
      const { items, deleted, isLoading } = await readNews([section]);
      const title = `${section.name} | ${name}`;
      const description = head.latestFrom(section.name, name);
      return { feed: build({ title, description }, `/${slug}`, path, items, deleted), isLoading };
    },

    /** Returns a feed of the newest stories of a source; undefined if the edition follows no such source. */
    async source(slug: string, path: string): Promise<NewsFeed | undefined> {
      const source = getSourcesBySlug(edition).get(slug);
      if (!source) return undefined;
      const { url, publisher } = source;
      const carries = ({ feeds }: SectionConfig) => feeds.some((feed) => feed.url === url);
      const [items, deleted, [state]] = await Promise.all([
        readItems(edition.sections.filter(carries), () => [url]),
        readDeleted([url]),
        listFeedStates(database, [url]),
      ]);
      const feedName = state?.title && state.title !== publisher ? `${publisher}: ${state.title}` : publisher;
      const title = `${feedName} | ${name}`;
      const description = head.latestFrom(publisher, name);
      const feed = build({ title, description }, `/sources#${slug}`, path, items, deleted);
      return { feed, isLoading: items.length === 0 && !state?.lastAttemptAt };
    },

    /** Returns a feed of the newest staff stories of an author or a topic; undefined if there are no such stories. */
    async label(kind: LabelKind, slug: string, path: string): Promise<NewsFeed | undefined> {
      const page = await readLabelPage(edition, database, kind, slug);
      if (!page) return undefined;
      const feedUrls = [getLabelFeedUrl(edition.id, kind, slug)];
      const articles = await listNewestArticles(database, { edition: edition.id, feedUrls }, ITEMS_IN_FEED);
      const items = await toItems(
        articles.flatMap((article) => {
          const section = findSection(edition, article);
          return section ? [{ article, section }] : [];
        }),
      );
      const title = `${page.name} | ${name}`;
      return { feed: build({ title, description: tagline }, page.href, path, items), isLoading: false };
    },

    /** Returns a feed of the newest results of a search. `path` does not include the query. */
    async search(parameters: URLSearchParams, path: string): Promise<NewsFeed> {
      const request = { ...parseSearchRequest(parameters), order: "relevance", after: null, before: null } as const;
      const items = await toItems(await listNewestMatches(edition, { database, index }, request, ITEMS_IN_FEED));
      const written = formatSearchRequest(request);
      const query = written && `?${written}`;
      const title = `${texts.search(request.text)} | ${name}`;
      const description = texts.searchDescription(name);
      const feed = build({ title, description }, `/search${query}`, path + query, items);
      // Search feeds have no hub: it is unknown which searches a new article affects.
      return { feed: { ...feed, channel: { ...feed.channel, hub: null } }, isLoading: false };
    },

    /** Returns a feed of the edition's sample stories, for the page about feeds, which builds a file in the browser. */
    buildSampleFeed(): OutgoingFeed {
      const items = edition.sections.flatMap((section) =>
        (edition.samples.get(section.slug) ?? []).map((sample) => itemFromSample(sample, edition, section, siteUrl)),
      );
      return build(own, "/", "/rss.xml", items);
    },
  };
}
