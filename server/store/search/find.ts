import { sql } from "kysely";
import type { Query } from "../../../core/search/query.ts";
import { isMatchRanked, toMatchExpression, toRankingExpression } from "./expressions.ts";
import { ID_MASK, LAST_KEY } from "./searchKey.ts";
import type { SearchDatabase, SearchWindowRow } from "./searchTables.ts";
import { COLUMN_WEIGHTS, getWindowTable, listWindows } from "./windows.ts";

/** A range of search keys. It includes both ends. */
export interface KeyRange {
  low: number;
  high: number;
}

/** An article that matches a query. A better match has a higher score. */
export interface SearchHit {
  key: number;
  score: number;
}

interface SearchOptions {
  query: Query;
  /** Lists of tags. A match has at least one tag of each list. */
  tags: readonly (readonly string[])[];
  /** Tags that a match must not have. */
  hiddenTags?: readonly string[];
  range: KeyRange;
  /** True to score the hits; otherwise scores are 0. */
  isRanked?: boolean;
  /** Once this number of hits is found, no more windows are read. */
  enoughHits: number;
  /** True to read windows from the oldest article; by default, from the newest. */
  isOldestFirst?: boolean;
}

/** Maximum number of hits that are read from a window. Scoring one hit takes about 2 µs. */
const MAX_WINDOW_HITS = 1000;
/** Maximum length of a tag list in an FTS5 query, which looks up each tag for every match. SQL checks longer lists. */
const MAX_TAGS_IN_EXPRESSION = 8;
/**
 * After this CPU time, in ms, a search reads no further window. Only phrases of common words in an index of about a
 * million articles take longer.
 */
const BUDGET_MS = 40;

/**
 * Finds the newest matches, or the oldest if `isOldestFirst`. The hits are in no particular order. `hasMore` is true if
 * there may be more matches.
 */
export async function findArticles(
  database: SearchDatabase,
  { query, tags, hiddenTags = [], range, isRanked = false, enoughHits, isOldestFirst = false }: SearchOptions,
  processorMs: () => number = readProcessorMs,
): Promise<{ hits: SearchHit[]; hasMore: boolean }> {
  if (tags.some((list) => list.length === 0)) return { hits: [], hasMore: false };
  const windows = (await listWindows(database)).filter(({ first_key }, index, all) => {
    const next = all[index - 1]?.first_key ?? LAST_KEY + 1;
    return first_key <= range.high && next > range.low;
  });
  if (isOldestFirst) windows.reverse();
  const [short, long] = [tags.filter(isShort), tags.filter((list) => !isShort(list))];
  const expression = toMatchExpression(query, short, hiddenTags);
  const isScored = isRanked && isMatchRanked(query);
  const ranking = isRanked && !isScored ? toRankingExpression(query) : null;
  const deadline = processorMs() + BUDGET_MS;
  const hits: SearchHit[] = [];
  for (const [index, window] of windows.entries()) {
    const table = getWindowTable(window);
    const score = isScored ? toScore(window) : sql`0`;
    const { rows } =
      await sql<SearchHit>`select rowid as key, ${score} as score from ${table} where ${table} match ${expression}
      and rowid between ${BigInt(range.low)} and ${BigInt(range.high)}
      ${sql.join(
        long.map((list) => hasTag(window, list)),
        sql` `,
      )}
      order by rowid ${sql.raw(isOldestFirst ? "asc" : "desc")} limit ${MAX_WINDOW_HITS}`.execute(database);
    const keys = rows.map(({ key }) => key);
    hits.push(...(ranking && keys.length > 0 ? await scoreKeys(database, window, ranking, keys) : rows));
    const isLast = index === windows.length - 1;
    if (keys.length === MAX_WINDOW_HITS || (!isLast && (hits.length >= enoughHits || processorMs() > deadline)))
      return { hits, hasMore: true };
  }
  return { hits, hasMore: false };
}

function readProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function isShort(list: readonly string[]): boolean {
  return list.length <= MAX_TAGS_IN_EXPRESSION;
}

function hasTag(window: SearchWindowRow, list: readonly string[]) {
  return sql`and exists (select 1 from search_articles, json_each(search_articles.tags) as tag
    where search_articles.id = ${getWindowTable(window)}.rowid & ${ID_MASK}
    and tag.value in (select value from json_each(${JSON.stringify(list)})))`;
}

function toScore(window: SearchWindowRow) {
  return sql`-bm25(${getWindowTable(window)}, ${sql.raw(COLUMN_WEIGHTS)})`;
}

async function scoreKeys(database: SearchDatabase, window: SearchWindowRow, ranking: string, keys: readonly number[]) {
  const [low, high] = [Math.min(...keys), Math.max(...keys)];
  // The plus keeps SQLite from looking up each key separately: bm25() would count all rows again for each key.
  const { rows } = await sql<SearchHit>`select rowid as key, ${toScore(window)} as score
    from ${getWindowTable(window)} where ${getWindowTable(window)} match ${ranking}
    and rowid between ${BigInt(low)} and ${BigInt(high)}
    and +rowid in (select value from json_each(${JSON.stringify(keys)}))`.execute(database);
  return rows;
}

/** Returns the key of the newest article in the index; 0 if the index is empty. */
export async function findNewestKey(database: SearchDatabase): Promise<number> {
  for (const window of await listWindows(database)) {
    const { rows } = await sql<{ key: number }>`select rowid as key from ${getWindowTable(window)}
      order by rowid desc limit 1`.execute(database);
    if (rows[0]) return rows[0].key;
  }
  return 0;
}
