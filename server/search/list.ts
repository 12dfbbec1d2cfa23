import type { Database } from "../store/open.ts";
import { depthOf, findKeys, type KeyRange, type Sought } from "../store/search.ts";
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

/** A word is common that stands in 2 to this power of articles, and more. */
const COMMON = 15;
/** Articles that are looked through for what has nothing but common words in it. */
const LOOKED_THROUGH = 100_000;

/**
 * Where nothing that is wanted is rare, a phrase or a refusal may be, and all of the index would be read for it: then the
 * newest articles have to do.
 */
async function worthLooking(database: Database, { wanted, unwanted }: Sought, range: KeyRange): Promise<KeyRange> {
  const isCommon = wanted.every(({ level }) => level >= COMMON);
  const isSimple = unwanted.length === 0 && wanted.length < 2 && wanted.every(({ words }) => words.length === 1);
  if (!isCommon || isSimple) return range;
  return { ...range, low: await depthOf(database, range, LOOKED_THROUGH) };
}

/** What answers best comes first. */
export async function listByRelevance({ database, sought, scope, after, before, limit }: Parts): Promise<Stretch> {
  const cursor = after ?? before;
  const asked = cursor ? asThen(sought, cursor) : sought;
  const { confines, samples } = scope;
  const whole: KeyRange = { low: scope.range.low, high: Math.min(scope.range.high, cursor?.ceiling ?? Infinity) };
  const range = await worthLooking(database, asked, whole);
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
    ceiling: cursor?.ceiling ?? all.reduce((highest, { key }) => Math.max(highest, key), 0),
  };
}

/** The newest come first. */
export async function listByDate({ database, sought, scope, after, before, limit }: Parts): Promise<Stretch> {
  const { confines, samples } = scope;
  const own = samplesFound(samples, sought).map(({ key }) => key);
  const within = (range: KeyRange) => own.filter((key) => key >= range.low && key <= range.high);
  const bounded = await worthLooking(database, sought, scope.range);
  const counted = await findKeys(database, sought, confines, { range: bounded, limit: WEIGHED });
  const range: KeyRange = {
    low: before ? Math.max(bounded.low, before.key + 1) : bounded.low,
    high: after && !before ? Math.min(bounded.high, after.key - 1) : bounded.high,
  };
  const isForwards = before !== null;
  const stored = await findKeys(database, sought, confines, { range, limit: limit + 1, isForwards });
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
