import type { Database } from "../../store/schema.ts";
import { findKeys, type KeyRange, newestKey, type Sought } from "../../store/search/search.ts";
import { findNewest } from "../../store/search/windows.ts";
import { asThen, type Cursor } from "./cursor.ts";
import { type Hit, inOrder, samplesFound, WEIGHED, weigh } from "./rank.ts";
import type { Scope } from "./scope.ts";

/** A stretch of what a query finds, in the order asked for. */
export interface Stretch {
  hits: Hit[];
  /** Whether there is more before and behind it. */
  hasBefore: boolean;
  hasAfter: boolean;
  total: { count: number; isMore: boolean };
  sought: Sought;
  ceiling: number;
}

interface Parts {
  database: Database;
  sought: Sought;
  scope: Scope;
  after: Cursor | null;
  before: Cursor | null;
  /** Hits at most. */
  limit: number;
}

/** What answers best comes first. */
export async function listByRelevance({ database, sought, scope, after, before, limit }: Parts): Promise<Stretch> {
  const cursor = after ?? before;
  const asked = cursor ? asThen(sought, cursor) : sought;
  const { confines, samples } = scope;
  const ceiling = cursor?.ceiling ?? Math.max(await newestKey(database), ...samples.map(({ key }) => key));
  // From the same end for all pages, since how far is read is counted from there.
  const range: KeyRange = { low: scope.range.low, high: Math.min(scope.range.high, ceiling) };
  const own = samplesFound(samples, asked).filter(({ key }) => key <= range.high);
  const all = await weigh({ database, sought: asked, confines, range, samples: own });
  const begin = after ? all.filter((hit) => inOrder(hit, after) <= 0).length : 0;
  const end = before ? all.filter((hit) => inOrder(hit, before) < 0).length : all.length;
  const first = before ? Math.max(begin, end - limit) : begin;
  const hits = all.slice(first, Math.min(end, first + limit));
  return {
    hits,
    hasBefore: first > 0,
    hasAfter: first + hits.length < all.length,
    total: { count: all.length, isMore: all.length >= WEIGHED },
    sought: asked,
    ceiling,
  };
}

/** The newest come first. */
export async function listByDate({ database, sought, scope, after, before, limit }: Parts): Promise<Stretch> {
  const { confines, samples } = scope;
  const own = samplesFound(samples, sought).map(({ key }) => key);
  const within = (range: KeyRange) => own.filter((key) => key >= range.low && key <= range.high);
  const counted = await findNewest(database, sought, confines, { range: scope.range, limit: WEIGHED });
  const isForwards = before !== null;
  const range: KeyRange = {
    low: before ? Math.max(scope.range.low, before.key + 1) : scope.range.low,
    high: after && !before ? Math.min(scope.range.high, after.key - 1) : scope.range.high,
  };
  const known = counted.filter((key) => key >= range.low && key <= range.high);
  // What is counted are the newest: what is asked for is mostly among them.
  const isKnown = counted.length < WEIGHED || (before ? (counted.at(-1) ?? 0) < range.low : known.length > limit);
  const stored = await (isKnown
    ? known.slice(...(before ? [-limit - 1] : [0, limit + 1]))
    : before
      ? findKeys(database, sought, confines, { range, limit: limit + 1, isForwards })
      : findNewest(database, sought, confines, { range, limit: limit + 1 }));
  const keys = [...stored, ...within(range)].sort((a, b) => (isForwards ? a - b : b - a));
  const shown = keys.slice(0, limit).sort((a, b) => b - a);
  const isCut = keys.length > limit;
  return {
    hits: shown.map((key) => ({ key, score: 0 })),
    hasBefore: isForwards ? isCut : after !== null,
    hasAfter: isForwards || isCut,
    total: { count: counted.length + own.length, isMore: counted.length >= WEIGHED },
    sought,
    ceiling: 0,
  };
}
