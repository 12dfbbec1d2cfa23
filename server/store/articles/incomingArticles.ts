import { createHash } from "node:crypto";
import { type Article, MAX_ITEMS } from "../../../core/article.ts";
import { trimEndChars } from "../../../core/trim.ts";

/** An entry of the feed that is being stored. */
export interface Incoming {
  article: Article;
  /** Date with which the article is stored if it is new. */
  date: EntryDate;
  /**
   * Identifies the entry in its feed: `identifier`, with the link or title if other entries have the same identifier.
   */
  key: string;
  /** The entry's guid, else its link, else its title. */
  identifier: string;
  linkKey: string | null;
  digest: string;
  /** The whole entry, if the body was left out of `article`. */
  whole: Article;
}

/**
 * Selects the entries of a feed to store: the newest 15, each once.
 *
 * @param now the time of the fetch, ISO 8601
 * @param hasRoomForBodies false to leave out their bodies
 */
export function selectIncoming(articles: readonly Article[], now: string, hasRoomForBodies: boolean): Incoming[] {
  const getKey = identifyEntries(articles);
  const shared = listSharedLinks(articles, getKey);
  return selectNewest(articles, now, getKey).map(({ article: whole, date }): Incoming => {
    // The excerpt stays, which has at most a few hundred characters.
    const article = hasRoomForBodies ? whole : { ...whole, contentHtml: "", descriptionHtml: "" };
    const linkKey = article.link && normalizeLink(article.link);
    return {
      article,
      date,
      key: getKey(whole),
      identifier: getIdentifier(whole),
      linkKey: linkKey && !shared.has(linkKey) ? linkKey : null,
      digest: createDigest(article),
      whole,
    };
  });
}

/**
 * Returns the digest of the parts of an entry that update an article. It excludes the date of publication, since some
 * feeds give the time of each request, and the guid, which is not stored with the article.
 */
function createDigest(article: Article): string {
  // Formats without a date of the last update repeat the date of publication.
  const updatedAt = article.updatedAt === article.publishedAt ? null : article.updatedAt;
  return createHash("sha256")
    .update(JSON.stringify({ ...article, guid: null, publishedAt: null, updatedAt }))
    .digest("base64url");
}

/** An article as it is stored. */
export interface StoredVersion {
  digest: string;
  title: string;
  link: string | null;
  published_at: string | null;
}

/** Returns true if an entry differs from its stored article in more than a later date or a random part of its link. */
export function isEdited({ article, whole, date, digest }: Incoming, stored: StoredVersion): boolean {
  if (date.publishedAt !== null && (stored.published_at ?? "9999") > date.publishedAt) return true;
  // If there is room, an article that was stored without its body counts as changed, so that the body is added.
  if (stored.digest === digest || (whole !== article && stored.digest === createDigest(whole))) return false;
  if (article.guid !== null || !isSameAddress(article.link, stored.link)) return true;
  return ![article, whole].some((version) => createDigest({ ...version, link: stored.link }) === stored.digest);
}

/**
 * Returns true if an entry is a stored article of its feed whose guid or link has changed. It then has the same title
 * and date or, for entries without a date, an address that differs only in some parameters.
 */
export function isSameStory({ article, date }: Incoming, stored: StoredVersion): boolean {
  if (article.title !== stored.title) return false;
  if (date.publishedAt !== null || stored.published_at !== null) return date.publishedAt === stored.published_at;
  return article.guid === null && isSameAddress(article.link, stored.link);
}

/** Names of parameters that only make each link different. */
const RANDOM_PARAMETER = /^(?:rand(?:om)?|rnd|no_?cache|cb|ts|timestamp|_|sid|session_?(?:id)?|phpsessid)$/i;

/**
 * Returns true if two links have the same path and the same parameters, with different values for some but not all of
 * these. A single parameter may identify the story, unless its name says that it does not.
 */
function isSameAddress(one: string | null, other: string | null): boolean {
  const [a, b] = [URL.parse(one ?? ""), URL.parse(other ?? "")];
  if (!a || !b || a.host !== b.host || a.pathname !== b.pathname || a.href === b.href) return false;
  const listNames = (url: URL) => [...url.searchParams.keys()].sort().join("&");
  if (listNames(a) !== listNames(b)) return false;
  return [...a.searchParams].some(([name, value]) => RANDOM_PARAMETER.test(name) || b.searchParams.get(name) === value);
}

/** Age, in ms, by which a feed's articles are sorted if none of them has a date. */
const UNDATED_AGE_MS = 24 * 3_600_000;

export interface EntryDate {
  /** Null if the entry has no valid date, so that the story's date is "Recent". */
  publishedAt: string | null;
  /** Sort key of lists. */
  sortedAt: string;
}

/**
 * Returns the 15 newest articles of a feed, newest first (specification, section 9). Articles without a valid date are
 * sorted after their neighbors: if they were sorted by the time of the fetch, they would lead every list.
 */
function selectNewest(
  articles: readonly Article[],
  now: string,
  getKey: (article: Article) => string,
): { article: Article; date: EntryDate }[] {
  // If entries share a key, only the first is used, since each would look like an edit of the other.
  const unique = [...new Map(articles.toReversed().map((article) => [getKey(article), article])).values()].reverse();
  // A date in the future is replaced with the time of the first fetch.
  const dates = unique.map(({ publishedAt }) => (publishedAt !== null && publishedAt > now ? now : publishedAt));
  const dayBefore = new Date(Date.parse(now) - UNDATED_AGE_MS).toISOString();
  return unique
    .map((article, index): { article: Article; date: EntryDate } => {
      const publishedAt = dates[index] ?? null;
      const neighbor = publishedAt ?? findNeighboringDate(dates, index);
      return {
        article,
        date: { publishedAt, sortedAt: publishedAt ?? (neighbor && neighbor < now ? neighbor : dayBefore) },
      };
    })
    .sort(
      ({ date: a }, { date: b }) =>
        compareTexts(b.sortedAt, a.sortedAt) || Number(a.publishedAt === null) - Number(b.publishedAt === null),
    )
    .slice(0, MAX_ITEMS);
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/**
 * Returns the older of the dates of the nearest dated entries on both sides, in any order of the feed; null if no entry
 * has a date.
 */
function findNeighboringDate(dates: readonly (string | null)[], index: number): string | null {
  const isDate = (date: string | null) => date !== null;
  const neighbors = [dates.slice(0, index).findLast(isDate), dates.slice(index + 1).find(isDate)];
  return neighbors.filter((date) => date !== undefined && date !== null).sort()[0] ?? null;
}

function getIdentifier(article: Article): string {
  return article.guid ?? article.link ?? article.title;
}

/**
 * Returns a function that identifies each entry of a feed. Entries with the same identifier are different stories if
 * their links differ or, where the identifier is only the link, if their titles differ. The link of a home page
 * identifies no story.
 */
function identifyEntries(articles: readonly Article[]): (article: Article) => string {
  const groups = Map.groupBy(articles, getIdentifier);
  return (article) => {
    const identifier = getIdentifier(article);
    const group = groups.get(identifier) ?? [];
    if (identifier === article.link) {
      const others = group.filter(({ link, title }) => link === identifier && title !== article.title);
      return isHomePage(identifier) || others.length > 0 ? `${identifier}\n${article.title}` : identifier;
    }
    const others = group.filter(({ link }) => link !== null && link !== article.link);
    const isShared = article.link !== null && (isHomePage(identifier) || others.length > 0);
    return isShared ? `${identifier}\n${article.link}` : identifier;
  };
}

function isHomePage(link: string): boolean {
  return /^https?:/.test(link) && URL.canParse(link) && normalizeLink(link) === null;
}

/** Finds links that several entries of one feed share, such as a podcast's home page: they identify no article. */
function listSharedLinks(articles: readonly Article[], getKey: (article: Article) => string): Set<string> {
  const keysByLink = new Map<string, Set<string>>();
  for (const article of articles) {
    const link = article.link && normalizeLink(article.link);
    if (link) keysByLink.getOrInsertComputed(link, () => new Set()).add(getKey(article));
  }
  return new Set([...keysByLink].filter(([, keys]) => keys.size > 1).map(([link]) => link));
}

/** Normalizes a link: no scheme, "www.", fragment or trailing slash; sorted parameters. Null for a home page. */
function normalizeLink(link: string): string | null {
  const url = new URL(link);
  const host = url.host.replace(/^www\./, "");
  const path = trimEndChars(url.pathname, /\//);
  url.searchParams.sort();
  return path || url.search ? `${host}${path}${url.search}` : null;
}
