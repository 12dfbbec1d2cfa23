import { isOwnFeedOf } from "../../../core/ownFeeds.ts";
import type { SearchRequest } from "../../../core/search/request.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { SectionConfig } from "../../editions/schema/schema.ts";
import { hasFeedsOfOtherEditions, listFollowedFeeds } from "../../store/feeds/feeds.ts";
import type { Database } from "../../store/schema/schema.ts";
import type { KeyRange } from "../../store/search/find.ts";
import { hiddenTagFor, PICTURED, tagFor } from "../../store/search/indexing.ts";
import type { SearchIndex } from "../../store/search/searchIndex.ts";
import { getFirstKey, LAST_KEY } from "../../store/search/searchKey.ts";
import { listTakenDown } from "../../store/takedowns/takedowns.ts";
import { getDayStart, parseDay } from "../days.ts";
import { getPublisher } from "../story.ts";

/** The store, and the search index that is built from it. */
export interface SearchSource {
  database: Database;
  index: SearchIndex;
}

/** The stories that a request searches. */
export interface SearchScope extends SearchSource {
  /** Id of the edition. */
  edition: string;
  /** Slug of the only section to search; undefined for all sections. */
  section: string | undefined;
  /** Tags that mark articles as hidden in the edition or in the searched section. */
  hiddenTags: string[];
  /** Lists of tags: a match has at least one tag of every list. */
  tags: string[][];
  range: KeyRange;
  /** Section of each feed whose stories may be found, keyed by the feed's URL. */
  sectionByFeed: ReadonlyMap<string, SectionConfig>;
  /** The request without invalid filters, such as a section that the edition does not have. */
  request: SearchRequest;
}

export async function resolveScope(
  edition: Edition,
  { database, index }: SearchSource,
  requested: SearchRequest,
): Promise<SearchScope> {
  const [allFollows, isShared] = await Promise.all([
    listFollowedFeeds(database, edition.id),
    hasFeedsOfOtherEditions(database, edition.id),
  ]);
  const request = withKnownFilters(requested, edition);
  const { section, source, mustHaveImage } = request;
  const isSearched = (slug: string) => !section || slug === section;
  const sections = edition.sections.filter(({ slug }) => isSearched(slug));
  const follows = allFollows.filter((follow) => isSearched(follow.section));
  const feedUrls = follows
    .filter(({ feedUrl }) => !source || getPublisher(feedUrl, edition) === source)
    .map(({ feedUrl }) => feedUrl);
  const feedTags = section || source || isShared ? [[...new Set(feedUrls)].map(tagFor)] : [];
  return {
    database,
    index,
    edition: edition.id,
    section: section ?? undefined,
    hiddenTags: [hiddenTagFor(edition.id), ...(section ? [hiddenTagFor(`${edition.id}/${section}`)] : [])],
    tags: [...feedTags, ...(mustHaveImage ? [[PICTURED]] : [])],
    range: toKeyRange(request, edition.timeZone),
    sectionByFeed: mapSectionsByFeed(sections, follows),
    request,
  };
}

function withKnownFilters(request: SearchRequest, edition: Edition): SearchRequest {
  const { section, source, from, to } = request;
  return {
    ...request,
    section: edition.sections.some(({ slug }) => slug === section) ? section : null,
    source: edition.sections.some(({ feeds }) => feeds.some(({ publisher }) => publisher === source)) ? source : null,
    from: from && parseDay(from) ? from : null,
    to: to && parseDay(to) ? to : null,
  };
}

type Follows = Awaited<ReturnType<typeof listFollowedFeeds>>;

function mapSectionsByFeed(sections: readonly SectionConfig[], follows: Follows): Map<string, SectionConfig> {
  const sectionBySlug = new Map(sections.map((section) => [section.slug, section]));
  const pairs = [
    ...follows.map(({ section, feedUrl }) => [feedUrl, sectionBySlug.get(section) ?? sections[0]] as const),
    // A section that follows a feed takes precedence over a section that followed it only in the past.
    ...sections.flatMap((section) => section.feeds.map(({ url }) => [url, section] as const)),
  ];
  return new Map(pairs.filter((pair): pair is [string, SectionConfig] => pair[1] !== undefined));
}

/**
 * Returns the publishers of the edition's feeds in alphabetical order. Skips feeds that were taken down, and the feeds
 * of the edition's own staff stories.
 */
export async function listPublishers({ id, sections, language }: Edition, database: Database): Promise<string[]> {
  const feeds = sections.flatMap(({ feeds }) => feeds).filter(({ url }) => !isOwnFeedOf(id, url));
  const urls = feeds.map(({ url }) => url);
  const takenDown = await listTakenDown(database, "source", urls);
  const publishers = new Set(feeds.filter(({ url }) => !takenDown.has(url)).map(({ publisher }) => publisher));
  return [...publishers].sort(new Intl.Collator(language).compare);
}

function toKeyRange({ from, to }: SearchRequest, timeZone: string): KeyRange {
  const first = from === null ? undefined : parseDay(from);
  const last = to === null ? undefined : parseDay(to);
  return {
    low: first ? getFirstKey(getDayStart(first, timeZone)) : 0,
    high: last ? getFirstKey(getDayStart(last.add({ days: 1 }), timeZone)) - 1 : LAST_KEY,
  };
}
