import { sql } from "kysely";
import type { Database } from "../schema.ts";
import { type Confines, type Field, findKeys, type KeyRange, type Sought, type SoughtClause } from "./search.ts";
import { isMark } from "./searchIndex.ts";

/**
 * Looks for what may stand in few articles though its words stand in many: phrases, refusals, several words.
 *
 * The index is read forwards, which takes it half as long as backwards, and so it is read in stretches: the newest articles,
 * and then, by what these have, as many older ones as it will take.
 */

/** How much is read, in places of lists that are looked up; twice as much where hardly anything is found. */
const LOOKED_UP = 4000;
const PATIENCE = 2;
const ENOUGH = 25;
/** Articles with the rarest word that are read first; and the most that is read next, in times of what was read so far. */
const FIRST = 1000;
const NEXT = 4;
/** What is found is not spread evenly. */
const MARGIN = 1.2;

/** The keys of the newest articles that a query finds, newest first; not of all that is very old. */
export async function findNewest(
  database: Database,
  sought: Sought,
  confines: Confines,
  { range, limit }: { range: KeyRange; limit: number },
): Promise<number[]> {
  const extent = await extentOf(database, range.high);
  if (!extent || isWord(sought)) return findKeys(database, sought, confines, { range, limit });
  const share = await shareOf(database, sought, extent);
  // What is so rare is read whole, and it ends by itself.
  if (share * extent.articles < FIRST) return findKeys(database, sought, confines, { range, limit });
  const depth = LOOKED_UP / costOf(sought, confines, share, extent);
  const found: number[] = [];
  const together = new Set<SoughtClause>();
  let [read, high, step] = [0, range.high, FIRST / share];
  for (;;) {
    const most = read < depth || found.length >= ENOUGH ? depth : depth * PATIENCE;
    if (read >= most || high < range.low || found.length >= limit) return found.slice(0, limit);
    read = Math.min(read + step, most);
    // Articles are not spread evenly either: what is as deep as the store is all of it.
    const low = read >= extent.articles ? 0 : Math.floor(extent.newest - extent.apart * read);
    const stretch = { low: Math.max(range.low, low), high };
    const asked = await withoutVain(database, sought, stretch, together);
    if (asked) found.push(...(await findAll(database, asked, confines, stretch)));
    high = stretch.low - 1;
    step = read * Math.min(NEXT, found.length === 0 ? NEXT : (limit / found.length - 1) * MARGIN);
  }
}

/**
 * What of a query is to be asked of a stretch. To find that the words of a phrase stand in no article together the index
 * reads all that it has of them, which bounds cannot help; but words alone they can.
 *
 * @param together phrases whose words were seen together
 * @returns null where nothing can be found
 */
async function withoutVain(
  database: Database,
  { wanted, unwanted }: Sought,
  range: KeyRange,
  together: Set<SoughtClause>,
): Promise<Sought | null> {
  for (const clause of [...wanted, ...unwanted]) {
    if (clause.words.length === 1 || together.has(clause)) continue;
    const words = [...new Set(clause.words)].map((word) => ({ ...clause, words: [word] }));
    const reading = { range, limit: 1, isForwards: true, isBounded: true };
    const [first] = await findKeys(database, { wanted: words, unwanted: [] }, EVERYTHING, reading);
    if (first !== undefined) together.add(clause);
    else if (wanted.includes(clause)) return null;
  }
  return { wanted, unwanted: unwanted.filter((clause) => clause.words.length === 1 || together.has(clause)) };
}

const EVERYTHING: Confines = { feedUrls: null, areMost: false, isPictured: false };

/** The keys of all articles of a range that a query finds, newest first. */
export async function findAll(
  database: Database,
  sought: Sought,
  confines: Confines,
  range: KeyRange,
  field: Field = "anywhere",
): Promise<number[]> {
  const isFoundAnywhere = field === "anywhere" && isWord(sought);
  const isRare = sought.wanted.some((clause) => countOf(clause) < FIRST);
  const reading = { range, limit: ALL, isForwards: true, isBounded: !isFoundAnywhere && !isRare };
  return (await findKeys(database, sought, confines, reading, field)).reverse();
}

const ALL = -1;

/** Whether one word is sought and nothing else: it is found wherever the index is read. A mark has to be told from it. */
function isWord({ wanted, unwanted }: Sought): boolean {
  if (unwanted.length > 0 || wanted.length > 1) return false;
  return wanted.every(({ words: [first = "", ...others] }) => others.length === 0 && !isMark(first));
}

/** In what share of the articles the rarest of what is wanted stands. */
async function shareOf(database: Database, { wanted }: Sought, { articles, newest, apart }: Extent): Promise<number> {
  const counted = wanted.map((clause) => ({ clause, count: countOf(clause) }));
  const [rarest] = counted.sort((a, b) => a.count - b.count);
  if (!rarest || rarest.count > articles) return 1;
  // What is known of a word is a power of two, by chance: the newest articles tell more of it.
  const word: SoughtClause = { ...rarest.clause, words: [rarest.clause.rarest] };
  const range = { low: Math.floor(newest - apart * SAMPLE), high: newest };
  const seen = await findKeys(database, { wanted: [word], unwanted: [] }, EVERYTHING, { range, limit: SEEN });
  const among = seen.length < SEEN ? SAMPLE : (newest - (seen.at(-1) ?? 0)) / apart;
  return Math.min(1, Math.max(rarest.count / articles, seen.length < TELLING ? 0 : seen.length / among));
}

/** In how many articles a clause stands, at most. */
function countOf({ counts }: SoughtClause): number {
  return counts.continuations.reduce((sum, count) => sum + count, Math.min(...counts.words));
}

/** A word that is seen less often may be anything, and of one that is seen so often enough is known. */
const TELLING = 5;
const SEEN = 200;

/**
 * How many places of lists are looked up for an article that is read over, where so large a share of them has the rarest
 * word. The list of a usual word is read on rather than looked up: a place further costs a hundredth of that.
 */
function costOf({ wanted, unwanted }: Sought, confines: Confines, share: number, { articles }: Extent): number {
  // What the list of pictures takes, it spares by what is not found.
  const marks = confines.feedUrls === null || confines.areMost ? [] : [articles];
  const clauses = [...wanted, ...unwanted];
  const lists = [...clauses.flatMap(({ counts }) => [...counts.words, ...counts.continuations]), ...marks];
  const places = lists.map((count) => Math.min(share, Math.min(TOLD_APART, count / articles) * READ_ON));
  const phrases = clauses.filter(({ words }) => words.length > 1).length;
  // The rarest word itself is read, and not looked up.
  const lookedUp = places.reduce((sum, place) => sum + place, 0) - Math.min(...places);
  return (lookedUp + share * (READ_ON + phrases * COMPARED)) * (wanted.length > 1 ? AGAIN : 1);
}

const READ_ON = 1 / 100;
/** In the list of a mark it has to be seen in which column it stands. */
const TOLD_APART = 2;
/** Whether words follow one another. */
const COMPARED = 1 / 10;
/** Of several words, what is read is read again to see where they follow one another. */
const AGAIN = 2;

/** What the store has of articles. */
interface Extent {
  articles: number;
  /** The newest one of a range. */
  newest: number;
  /** How far apart the keys of this and those before it are. */
  apart: number;
}

/** By so many of the newest it is told how far apart articles are, and how often a word stands in them. */
const SAMPLE = 2000;

/** @returns null where there is next to nothing */
async function extentOf(database: Database, high: number): Promise<Extent | null> {
  const { rows } = await sql<{ [Part in keyof Extent | "further"]: number | null }>`select
    (select max(id) from articles) as articles,
    (select max(id) from search_docsize where id <= ${BigInt(high)}) as newest,
    (select id from search_docsize where id <= ${BigInt(high)} order by id desc limit 1 offset ${SAMPLE}) as further`.execute(
    database,
  );
  const { articles, newest, further } = rows[0] ?? {};
  if (!articles || !newest || !further) return null;
  return { articles, newest, apart: (newest - further) / SAMPLE };
}
