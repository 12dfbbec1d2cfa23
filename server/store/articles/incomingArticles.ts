import { createHash } from "node:crypto";
import { type Article, MAX_ITEMS } from "../../../core/article.ts";
import { trimEndChars } from "../../../core/trim.ts";

/** A feed's entry, prepared for the store. */
export interface Incoming {
  article: Article;
  /** Date and sort key that the article gets if it is new. */
  date: EntryDate;
  /** Key of the entry in its feed: `identifier`. If other entries may have this identifier, adds the link or title. */
  key: string;
  /** Guid of the entry, else its link, else its title. */
  identifier: string;
  linkKey: string | null;
  digest: string;
  /** The complete entry. The body may have been left out of `article`. */
  whole: Article;
}

/**
 * Selects the entries of a feed to store: the newest 15, each once.
 *
 * @param now the time of the fetch, ISO 8601
 * @param hasRoomForBodies false to leave out the entries' bodies
 */
export function selectIncoming(articles: readonly Article[], now: string, hasRoomForBodies: boolean): Incoming[] {
  const getKey = identifyEntries(articles);
  const shared = listSharedLinks(articles, getKey);
  return selectNewest(articles, now, getKey).map(({ article: whole, date }): Incoming => {
    // If disk space is short, leaves out only the bodies: an excerpt has at most a few hundred characters.
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
 * Returns a digest of an entry, for detecting edits. The digest excludes the guid, which is not stored with the
 * article. The digest also excludes the publication date, since some feeds give the time of each request as that date.
 */
function createDigest(article: Article): string {
  // In formats without a date of the last update, `updatedAt` is the publication date.
  const updatedAt = article.updatedAt === article.publishedAt ? null : article.updatedAt;
  return createHash("sha256")
    .update(JSON.stringify({ ...article, guid: null, publishedAt: null, updatedAt }))
    .digest("base64url");
}

/** Columns of a stored article that are compared with an entry. */
export interface StoredVersion {
  digest: string;
  title: string;
  link: string | null;
  published_at: string | null;
}

/**
 * Returns true if an entry differs from its stored article. Ignores a later publication date, and a link that differs
 * only in a random parameter.
 */
export function isEdited({ article, whole, date, digest }: Incoming, stored: StoredVersion): boolean {
  if (date.publishedAt !== null && (stored.published_at ?? "9999") > date.publishedAt) return true;
  // If the body is left out this time, also compares the complete entry, since the article may have been stored with
  // its body. If only the stored article lacks its body, the digests differ, and the update adds the body.
  if (stored.digest === digest || (whole !== article && stored.digest === createDigest(whole))) return false;
  if (article.guid !== null || !isSameAddress(article.link, stored.link)) return true;
  return ![article, whole].some((version) => createDigest({ ...version, link: stored.link }) === stored.digest);
}

/**
 * Returns true if an entry is the same story as a stored article of its feed, although its guid or link has changed.
 * The titles and the dates must be equal. If both lack dates, the links may differ only in the values of some
 * parameters.
 */
export function isSameStory({ article, date }: Incoming, stored: StoredVersion): boolean {
  if (article.title !== stored.title) return false;
  if (date.publishedAt !== null || stored.published_at !== null) return date.publishedAt === stored.published_at;
  return article.guid === null && isSameAddress(article.link, stored.link);
}

/** Matches names of URL parameters that make links differ without identifying a story. */
const RANDOM_PARAMETER = /^(?:rand(?:om)?|rnd|no_?cache|cb|ts|timestamp|_|sid|session_?(?:id)?|phpsessid)$/i;

/**
 * Returns true if two links differ only in values of parameters. At least one parameter must be a `RANDOM_PARAMETER`,
 * or have the same value in both links. Otherwise, the values may identify the story.
 */
function isSameAddress(one: string | null, other: string | null): boolean {
  const [a, b] = [URL.parse(one ?? ""), URL.parse(other ?? "")];
  if (!a || !b || a.host !== b.host || a.pathname !== b.pathname || a.href === b.href) return false;
  const listNames = (url: URL) => [...url.searchParams.keys()].sort().join("&");
  if (listNames(a) !== listNames(b)) return false;
  return [...a.searchParams].some(([name, value]) => RANDOM_PARAMETER.test(name) || b.searchParams.get(name) === value);
}

/** Age, in ms, that lists assume for the articles of a feed without any dates. */
const UNDATED_AGE_MS = 24 * 3_600_000;

export interface EntryDate {
  /** Publication date; null if the entry has no valid date. The site then shows "Recent" as the date. */
  publishedAt: string | null;
  /** Sort key of lists, ISO 8601. */
  sortedAt: string;
}

/**
 * Returns the 15 newest articles of a feed, newest first (specification, section 9). An article without a valid date
 * gets the sort key of a neighbor in the feed, and follows the neighbor. With the time of the fetch as its sort key,
 * the article would lead every list.
 */
function selectNewest(
  articles: readonly Article[],
  now: string,
  getKey: (article: Article) => string,
): { article: Article; date: EntryDate }[] {
  // If entries share a key, keeps only the first one: the others would be stored as edits of the first.
  const unique = [...new Map(articles.toReversed().map((article) => [getKey(article), article])).values()].reverse();
  // A date in the future is replaced with the time of the fetch.
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
 * Returns a date for an undated entry: the older one of the dates of the nearest dated entries before and after it in
 * the feed. Returns null if no entry has a date.
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
 * Returns a function that returns an entry's key. Entries with the same identifier are different stories if their links
 * differ. If the identifier is the link itself, they are different stories if their titles differ. The link of a home
 * page never identifies a story.
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

/** Returns the links that several entries share, such as a podcast's home page. Such links identify no article. */
function listSharedLinks(articles: readonly Article[], getKey: (article: Article) => string): Set<string> {
  const keysByLink = new Map<string, Set<string>>();
  for (const article of articles) {
    const link = article.link && normalizeLink(article.link);
    if (link) keysByLink.getOrInsertComputed(link, () => new Set()).add(getKey(article));
  }
  return new Set([...keysByLink].filter(([, keys]) => keys.size > 1).map(([link]) => link));
}

/** Returns a link without scheme, "www.", fragment and trailing slash, with sorted parameters; null for a home page. */
function normalizeLink(link: string): string | null {
  const url = new URL(link);
  const host = url.host.replace(/^www\./, "");
  const path = trimEndChars(url.pathname, /\//);
  url.searchParams.sort();
  return path || url.search ? `${host}${path}${url.search}` : null;
}
