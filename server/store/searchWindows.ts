import { sql } from "kysely";
import type { Database } from "./open.ts";
import { type Confines, type Field, findKeys, type KeyRange, type Sought } from "./search.ts";

/**
 * Looks for what may stand in few articles though its words stand in many: phrases, refusals, several words.
 *
 * SQLite's index notices that it has left a range only when it finds something, and else reads all that there is. It ends
 * by itself where the articles do, so that a stretch of the newest ones is read forwards, and no more than that.
 */

/** The newest articles that are looked through first; then so many times as many, and so on. */
const FIRST = 2000;
const TIMES = 4;
/** Words that are looked at in articles with the rarest of them, at most; twice as many where they have hardly anything. */
const LOOKED_AT = 16_000;
const PATIENCE = 2;
const ENOUGH = 25;

/** The keys of the newest articles that a query finds, newest first; not of all that is very old. */
export async function findNewest(
  database: Database,
  sought: Sought,
  confines: Confines,
  { range, limit }: { range: KeyRange; limit: number },
): Promise<number[]> {
  const extent = await extentOf(database, range.high);
  if (!extent || isWord(sought)) return findKeys(database, sought, confines, { range, limit });
  const most = depthOf(sought, extent);
  const newer = newerThan(range, extent);
  // What is newer than the range is read as well, where it has nothing.
  if (most >= extent.articles || newer > most / 2) return findKeys(database, sought, confines, { range, limit });
  const found: number[] = [];
  let { high } = range;
  for (let depth = Math.max(FIRST, newer); ; depth *= TIMES) {
    const bound = found.length >= ENOUGH ? most : most * PATIENCE;
    const low = Math.max(range.low, Math.floor(extent.newest - extent.apart * Math.min(depth, bound)));
    found.push(...(await findAll(database, sought, confines, { low, high })));
    if (found.length >= limit || low === range.low || depth >= bound) return found.slice(0, limit);
    high = low - 1;
  }
}

/**
 * The keys of all articles of a range that a query finds, newest first. Of a range far from both ends of what there is,
 * nothing is looked for that would take reading all the rest.
 */
export async function findAll(
  database: Database,
  sought: Sought,
  confines: Confines,
  range: KeyRange,
  field: Field = "anywhere",
): Promise<number[]> {
  const extent = await extentOf(database, range.high);
  if (!extent) return findKeys(database, sought, confines, { range, limit: ALL }, field);
  const [newer, older] = [newerThan(range, extent), olderThan(range, extent)];
  if (!isWord(sought) && Math.min(newer, older) > depthOf(sought, extent)) return [];
  const isForwards = newer <= older;
  const found = await findKeys(database, sought, confines, { range, limit: ALL, isForwards }, field);
  return isForwards ? found.reverse() : found;
}

const ALL = -1;

/** Whether one word is sought and nothing else: it is found wherever the index is read. */
function isWord({ wanted, unwanted }: Sought): boolean {
  return unwanted.length === 0 && wanted.length < 2 && wanted.every(({ words }) => words.length === 1);
}

/** How many articles may be looked through for a query. */
function depthOf({ wanted, unwanted }: Sought, { articles }: Extent): number {
  const rarest = Math.min(articles, 2 ** Math.min(...wanted.map(({ level }) => level)));
  const words = [...wanted, ...unwanted].reduce((sum, clause) => sum + clause.words.length, 0);
  return (LOOKED_AT / words / rarest) * articles;
}

/** What the store has of articles. */
interface Extent {
  articles: number;
  oldest: number;
  /** The newest one of all, and the newest one of a range. */
  last: number;
  newest: number;
  /** How far apart the keys of the latter and those before it are. */
  apart: number;
}

/** By the distance of so many articles it is told how far apart they are. */
const SAMPLE = 1000;

/** @returns null where there is next to nothing */
async function extentOf(database: Database, high: number): Promise<Extent | null> {
  const { rows } = await sql<{ [Part in keyof Extent | "further"]: number | null }>`select
    (select max(id) from articles) as articles,
    (select min(id) from search_docsize) as oldest,
    (select max(id) from search_docsize) as last,
    (select max(id) from search_docsize where id <= ${BigInt(high)}) as newest,
    (select id from search_docsize where id <= ${BigInt(high)} order by id desc limit 1 offset ${SAMPLE}) as further`.execute(
    database,
  );
  const { articles, oldest, last, newest, further } = rows[0] ?? {};
  if (!articles || !oldest || !last || !newest || !further) return null;
  return { articles, oldest, last, newest, apart: (newest - further) / SAMPLE };
}

/** How many articles are newer than a range, about. */
function newerThan({ high }: KeyRange, { last, apart }: Extent): number {
  return Math.max(0, (last - high) / apart);
}

function olderThan({ low }: KeyRange, { oldest, apart }: Extent): number {
  return Math.max(0, (low - oldest) / apart);
}
