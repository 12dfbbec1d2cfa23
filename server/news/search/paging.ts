import type { Query } from "../../../core/search/query.ts";
import { findArticles, findNewestKey, type KeyRange, type SearchHit } from "../../store/search/find.ts";
import { addRecency, compareByRank } from "./ranking.ts";
import type { SearchScope } from "./scope.ts";

/** Position of a hit in a list of results, for the URLs of the next and the previous page of the list. */
export interface SearchCursor extends SearchHit {
  /** Key of the newest article when page 1 was listed; later pages omit newer articles. 0 if sorted by date. */
  ceiling: number;
}

export function writeCursor({ ceiling, score, key }: SearchCursor): string {
  return [ceiling, score, key].join(".");
}

/** @returns null for a text that is not a result of `writeCursor` */
export function readCursor(text: string | null): SearchCursor | null {
  const match = /^(\d{1,16})\.(\d{1,9})\.(\d{1,16})$/.exec(text ?? "");
  const [ceiling = 0, score = 0, key = 0] = match?.slice(1).map(Number) ?? [];
  return match && Number.isSafeInteger(ceiling) && Number.isSafeInteger(key) ? { ceiling, score, key } : null;
}

/** A page of hits, in the order of the results. */
export interface HitPage {
  hits: SearchHit[];
  hasPrevious: boolean;
  hasNext: boolean;
  total: { count: number; isMore: boolean };
  ceiling: number;
}

interface Paging {
  after: SearchCursor | null;
  before: SearchCursor | null;
  limit: number;
}

/**
 * Once this many hits are found, older articles are not searched: old matches of a very common word are of little use.
 */
const ENOUGH_HITS = 300;

export async function pageByRelevance(
  scope: SearchScope,
  query: Query,
  { after, before, limit }: Paging,
): Promise<HitPage> {
  const cursor = after ?? before;
  const ceiling = cursor?.ceiling ?? (await scope.index.use(findNewestKey));
  const range = { ...scope.range, high: Math.min(scope.range.high, ceiling) };
  const { hits, hasMore } = await findHits(scope, query, { range, isRanked: true, enoughHits: ENOUGH_HITS });
  const ranked = hits.map((hit) => addRecency(hit, ceiling)).sort(compareByRank);
  const { preceding, following } = cursor ? splitAt(cursor, ranked) : { preceding: [], following: ranked };
  const rest = before ? preceding : following;
  return {
    hits: before ? rest.slice(-limit) : rest.slice(0, limit),
    hasPrevious: before ? rest.length > limit : after !== null,
    hasNext: before !== null || rest.length > limit,
    total: { count: ranked.length, isMore: hasMore },
    ceiling,
  };
}

/**
 * Splits the hits at the hit with the cursor's key. This hit's rank may differ from the cursor's, since scores shift as
 * news arrives. If no hit has the key, splits at the cursor's rank.
 */
function splitAt(
  cursor: SearchCursor,
  ranked: readonly SearchHit[],
): { preceding: SearchHit[]; following: SearchHit[] } {
  const place = ranked.findIndex(({ key }) => key === cursor.key);
  const end = place === -1 ? ranked.filter((hit) => compareByRank(hit, cursor) < 0).length : place;
  return { preceding: ranked.slice(0, end), following: ranked.slice(place === -1 ? end : end + 1) };
}

export async function pageByDate(scope: SearchScope, query: Query, { after, before, limit }: Paging): Promise<HitPage> {
  const { range } = scope;
  const newest = await findHits(scope, query, { range, enoughHits: ENOUGH_HITS });
  const page = await (before
    ? findHits(scope, query, { range: { ...range, low: before.key + 1 }, enoughHits: limit + 1, isOldestFirst: true })
    : after
      ? findHits(scope, query, { range: { ...range, high: after.key - 1 }, enoughHits: limit + 1 })
      : newest);
  const sorted = page.hits.sort((a, b) => (before ? a.key - b.key : b.key - a.key));
  const hits = sorted.slice(0, limit).sort((a, b) => b.key - a.key);
  const isCut = page.hasMore || sorted.length > limit;
  return {
    hits,
    hasPrevious: before ? isCut : after !== null,
    hasNext: before !== null || isCut,
    total: { count: newest.hits.length, isMore: newest.hasMore },
    ceiling: 0,
  };
}

/** Finds the newest hits of a query (the oldest if `isOldestFirst`), in no particular order. */
export function findHits(
  { index, tags, hiddenTags }: SearchScope,
  query: Query,
  options: { range: KeyRange; enoughHits: number; isRanked?: boolean; isOldestFirst?: boolean },
): Promise<{ hits: SearchHit[]; hasMore: boolean }> {
  return index.use((database) => findArticles(database, { query, tags, hiddenTags, ...options }));
}
