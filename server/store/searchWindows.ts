import { sql } from "kysely";
import type { Database } from "./open.ts";
import { type Confines, type Field, findKeys, type KeyRange, type Sought } from "./search.ts";
import { isMark } from "./searchIndex.ts";

/**
 * Looks for what may stand in few articles though its words stand in many: phrases, refusals, several words.
 *
 * SQLite's index notices that it has left a range only when it finds something, and else reads all that there is. It ends
 * by itself where the articles do, so that a stretch of the newest ones is read forwards, and no more than that.
 */

/** Words that are looked at in articles with the rarest of them, at most; twice as many where they have hardly anything. */
const LOOKED_AT = 8000;
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
  const parts = { sought, words: wordsOf(sought, confines) };
  const most = Math.min(depthOf(parts, extent), await depthSeen(parts, database, extent, range));
  const newer = newerThan(range, extent);
  // What is newer than the range is read as well, where it has nothing.
  if (most >= extent.articles || newer > most / 2) return findKeys(database, sought, confines, { range, limit });
  const lowest = (articles: number) => Math.max(range.low, Math.floor(extent.newest - extent.apart * articles));
  const low = lowest(most);
  const found = await findAll(database, sought, confines, { low, high: range.high });
  if (found.length >= ENOUGH || low === range.low) return found.slice(0, limit);
  const older = await findAll(database, sought, confines, { low: lowest(most * PATIENCE), high: low - 1 });
  return [...found, ...older].slice(0, limit);
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
  if (!isWord(sought) && Math.min(newer, older) > depthOf({ sought, words: wordsOf(sought, confines) }, extent))
    return [];
  const isForwards = newer <= older;
  const found = await findKeys(database, sought, confines, { range, limit: ALL, isForwards }, field);
  return isForwards ? found.reverse() : found;
}

const ALL = -1;

/** Whether one word is sought and nothing else: it is found wherever the index is read. */
function isWord({ wanted, unwanted }: Sought): boolean {
  return unwanted.length === 0 && wanted.length < 2 && wanted.every(({ words }) => words.length === 1);
}

/** How many articles may be looked through for a query, by how common its words are known to be. */
function depthOf({ sought, words }: Cost, { articles }: Extent): number {
  // A word that may be a mark is looked for in all articles that have the mark.
  const known = sought.wanted.filter(({ words }) => !words.every(isMark));
  const rarest = Math.min(articles, 2 ** Math.min(...known.map(({ level }) => level)));
  return (LOOKED_AT / words / rarest) * articles;
}

/** The same by how often the rarest word stands in the newest articles: what is known is a power of two, by chance. */
async function depthSeen({ sought, words }: Cost, database: Database, { newest, apart }: Extent, { high }: KeyRange) {
  if (sought.wanted.length === 0) return Infinity;
  const clause = sought.wanted.reduce((one, other) => (other.level < one.level ? other : one));
  const word: Sought = { wanted: [{ ...clause, words: [clause.rarest], continuations: [] }], unwanted: [] };
  const confines: Confines = { feedUrls: null, areMost: false, isPictured: false };
  const low = Math.floor(newest - apart * SAMPLE);
  const seen = await findKeys(database, word, confines, { range: { low, high }, limit: SAMPLE });
  return seen.length < TELLING ? Infinity : ((LOOKED_AT / words) * SAMPLE) / seen.length;
}

/** A word that is seen less often may be anything. */
const TELLING = 5;

interface Cost {
  sought: Sought;
  /** Words, and marks, that are looked at in each article. */
  words: number;
}

function wordsOf({ wanted, unwanted }: Sought, { feedUrls, areMost, isPictured }: Confines): number {
  const marks = Number(feedUrls !== null && !areMost) + Number(isPictured);
  return [...wanted, ...unwanted].reduce(
    (sum, { words, continuations }) => sum + words.length + continuations.length,
    marks,
  );
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

/** By so many of the newest it is told how far apart articles are, and how often a word stands in them. */
const SAMPLE = 2000;

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
