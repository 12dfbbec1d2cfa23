import { createHash } from "node:crypto";
import { type Article, MAX_ITEMS } from "../../../core/article.ts";
import { trimEndChars } from "../../../core/trim.ts";

/** An entry of the feed that is being stored. */
export interface Incoming {
  article: Article;
  /** Date with which the article is stored if it is new. */
  date: EntryDate;
  /** The entry's guid, else its link, else its title. */
  key: string;
  linkKey: string | null;
  digest: string;
  /** Digests of stored versions that need no update: `digest` and, if the body was left out, that of the whole entry. */
  digests: readonly string[];
}

/**
 * Selects the entries of a feed to store: the newest 15, each once.
 *
 * @param now the time of the fetch, ISO 8601
 * @param hasRoomForBodies false to leave out their bodies
 */
export function selectIncoming(articles: readonly Article[], now: string, hasRoomForBodies: boolean): Incoming[] {
  const shared = listSharedLinks(articles);
  return selectNewest(articles, now).map(({ article: whole, date }): Incoming => {
    const article = hasRoomForBodies ? whole : withoutBody(whole);
    const digest = createDigest(article);
    const linkKey = article.link && normalizeLink(article.link);
    return {
      article,
      date,
      key: getEntryKey(article),
      linkKey: linkKey && !shared.has(linkKey) ? linkKey : null,
      digest,
      // With enough room, an article that was stored without its body is treated as changed, which adds the body.
      digests: hasRoomForBodies ? [digest] : [digest, createDigest(whole)],
    };
  });
}

function createDigest(article: Article): string {
  return createHash("sha256").update(JSON.stringify(article)).digest("base64url");
}

/** Removes the body but not the excerpt, which has at most a few hundred characters. */
function withoutBody(article: Article): Article {
  return { ...article, contentHtml: "", descriptionHtml: "" };
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
 * Returns the 15 newest articles of a feed, newest first (specification, section 9). Articles without a valid date come
 * last, with the sort key of the oldest: if they were sorted by the time of the fetch, they would lead every list.
 */
function selectNewest(articles: readonly Article[], now: string): { article: Article; date: EntryDate }[] {
  // If entries share a key, only the first is used, since each would look like an edit of the other.
  const unique = [
    ...new Map(articles.toReversed().map((article) => [getEntryKey(article), article])).values(),
  ].reverse();
  const dated = unique
    .flatMap((article) => {
      // A date in the future is replaced with the time of the first fetch.
      const date = article.publishedAt !== null && article.publishedAt > now ? now : article.publishedAt;
      return date === null ? [] : [{ article, date: { publishedAt: date, sortedAt: date } }];
    })
    .sort((a, b) => (a.date.sortedAt === b.date.sortedAt ? 0 : a.date.sortedAt < b.date.sortedAt ? 1 : -1));
  const oldest = dated.at(-1)?.date.sortedAt ?? now;
  const sortedAt = oldest < now ? oldest : new Date(Date.parse(now) - UNDATED_AGE_MS).toISOString();
  const undated = unique
    .filter(({ publishedAt }) => publishedAt === null)
    .map((article) => ({ article, date: { publishedAt: null, sortedAt } }));
  return [...dated, ...undated].slice(0, MAX_ITEMS);
}

function getEntryKey(article: Article): string {
  return article.guid ?? article.link ?? article.title;
}

/** Finds links that several entries of one feed share, such as a podcast's home page: they identify no article. */
function listSharedLinks(articles: readonly Article[]): Set<string> {
  const keysByLink = new Map<string, Set<string>>();
  for (const article of articles) {
    const link = article.link && normalizeLink(article.link);
    if (link) keysByLink.getOrInsertComputed(link, () => new Set()).add(getEntryKey(article));
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
