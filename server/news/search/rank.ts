import type { Database } from "../../store/schema.ts";
import { headlinesOfKeys } from "../../store/search/headlines.ts";
import type { Confines, Field, KeyRange, Sought, SoughtClause } from "../../store/search/search.ts";
import { findAll, findNewest } from "../../store/search/windows.ts";
import { hasClause, isFound, type SearchedSample } from "./sampleIndex.ts";

/** A story that was found, and how well it answers. */
export interface Hit {
  key: number;
  score: number;
}

/**
 * Of what a query finds, so many are weighed: the newest, and the newest with all of it in the headline. A word that stands
 * in a third of all stories says little of the older ones.
 */
export const WEIGHED = 300;
/** Headlines are looked through so many times as far back as the newest matches reach. */
const FURTHER = { forAWord: 10, forMore: 2 };

/** Of what is found already it is only asked where it has what is sought. */
const EVERYTHING: Confines = { feedUrls: null, areMost: true, isPictured: false };

/** How much a word counts by where it stands, before saturation. */
const WEIGHTS = { title: 10, told: 4, anywhere: 1 };
/** From which weight on more of it hardly counts, as BM25's k1. */
const SATURATION = 4;
/** The power of two of more articles than any store has. */
const HIGHEST_LEVEL = 24;

interface Parts {
  database: Database;
  sought: Sought;
  confines: Confines;
  range: KeyRange;
  samples: readonly SearchedSample[];
}

/** Weighs what a query finds: best first, and of equals the newer one. */
export async function weigh({ database, sought, confines, range, samples }: Parts): Promise<Hit[]> {
  const phrase = phraseOf(sought.wanted);
  const own = samples.map(({ key, words }) => ({ key, score: scoreOf(words, sought, phrase) }));
  const newest = await findNewest(database, sought, confines, { range, limit: WEIGHED });
  if (newest.length === 0) return sorted(own);
  return sorted([...own, ...(await weighStored({ database, sought, confines, range }, newest, phrase))]);
}

/** Weighs the newest matches, and older ones that have all of the query in the headline. */
async function weighStored(
  { database, sought, confines, range }: Omit<Parts, "samples">,
  newest: readonly number[],
  phrase: SoughtClause | undefined,
): Promise<Hit[]> {
  const { wanted } = sought;
  const isWord = wanted.length === 1 && wanted[0]?.words.length === 1;
  const [highest = 0, lowest = 0] = [newest[0], newest.at(-1)];
  const recent: KeyRange = { low: lowest, high: highest };
  const isPlain = isWord && sought.unwanted.length === 0;
  const span = (highest - lowest) * (isPlain ? FURTHER.forAWord : FURTHER.forMore);
  const isAll = newest.length < WEIGHED;
  const older: KeyRange = { low: Math.max(range.low, highest - span), high: lowest - 1 };
  const read = (clauses: SoughtClause[], field: Field) =>
    findAll(database, { wanted: clauses, unwanted: [] }, EVERYTHING, recent, field);
  const [headed, further, followed, told, headlines] = await Promise.all([
    isWord ? read(wanted, "title") : [],
    isAll ? [] : findAll(database, sought, confines, older, "title"),
    phrase ? read([phrase], "anywhere") : [],
    isWord ? read(wanted, "told") : [],
    // Of several words, to read the headlines costs less than to ask the index where they stand.
    isWord ? undefined : headlinesOfKeys(database, newest, wanted),
  ]);
  const inAllTitles = new Set([...headed, ...further]);
  const isTold = new Set(told);
  const isFollowed = new Set(followed);
  return [...newest, ...further.slice(0, WEIGHED)].map((key) => {
    const headline = headlines?.get(key);
    const parts = wanted.map((clause) =>
      weightOf(
        clause,
        inAllTitles.has(key) || (headline !== undefined && hasClause(headline.title, clause)),
        isTold.has(key) || (headline !== undefined && hasClause(headline.told, clause)),
      ),
    );
    return { key, score: rounded(parts, phrase && isFollowed.has(key) ? weightOf(phrase, false, false) : 0) };
  });
}

/** The query's words as one phrase; undefined where it is one word, or has a phrase already. */
function phraseOf(wanted: readonly SoughtClause[]): SoughtClause | undefined {
  if (wanted.length < 2 || wanted.some(({ words }) => words.length > 1)) return undefined;
  const words = wanted.flatMap((clause) => clause.words);
  const { level, rarest } = wanted.reduce((one, other) => (other.level < one.level ? other : one));
  const counts = { words: wanted.flatMap((clause) => clause.counts.words), continuations: [] };
  return { words, prefix: null, continuations: [], level, rarest, counts };
}

function weightsIn({ wanted }: Sought, title: string, told: string): number[] {
  return wanted.map((clause) => weightOf(clause, hasClause(title, clause), hasClause(told, clause)));
}

function scoreOf(words: Record<Field, string>, sought: Sought, phrase: SoughtClause | undefined): number {
  const parts = weightsIn(sought, words.title, words.told);
  return rounded(parts, phrase && hasClause(words.anywhere, phrase) ? weightOf(phrase, false, false) : 0);
}

/** BM25's shape: a word counts by how rare it is, and more of it counts ever less. */
function weightOf({ level }: SoughtClause, isInTitle: boolean, isTold: boolean): number {
  const weight = WEIGHTS.anywhere + (isInTitle ? WEIGHTS.title : 0) + (isTold ? WEIGHTS.told : 0);
  return (HIGHEST_LEVEL - level) * (weight / (weight + SATURATION));
}

/** A score stands in addresses, and is the same when it is read back. */
function rounded(parts: readonly number[], bonus: number): number {
  return Math.round(parts.reduce((sum, part) => sum + part, bonus) * 1000);
}

function sorted(hits: Hit[]): Hit[] {
  return hits.sort(inOrder);
}

export function inOrder(a: Hit, b: Hit): number {
  return b.score - a.score || b.key - a.key;
}

/** The edition's own stories that are what is sought. */
export function samplesFound(samples: readonly SearchedSample[], sought: Sought): SearchedSample[] {
  return samples.filter((sample) => isFound(sample, sought));
}
