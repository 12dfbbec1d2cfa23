import type { Database } from "../store/open.ts";
import { type Confines, findKeys, inField, type KeyRange, type Sought, type SoughtClause } from "../store/search.ts";
import { hasClause, isFound, type SearchedSample } from "./sampleIndex.ts";

/** A story that was found, and how well it answers. */
export interface Hit {
  key: number;
  score: number;
}

/**
 * Of what a query finds, so many are weighed: the newest, the newest with all of it in the headline, and the newest where
 * its words follow one another. A word that stands in a third of all stories says little of the older ones.
 */
export const WEIGHED = 1000;

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
  const { wanted } = sought;
  const read = (within: KeyRange, also: readonly string[]) =>
    findKeys(database, sought, confines, { range: within, limit: WEIGHED }, also);
  const phrase = phraseOf(wanted);
  const newest = await read(range, []);
  const oldest = newest.at(-1);
  if (oldest === undefined) return sorted(samples.map((sample) => weighSample(sample, sought, phrase)));
  // What is no older than the oldest of them is among them: from there on it is asked where the words stand.
  const recent: KeyRange = { low: oldest, high: range.high };
  const isAll = newest.length < WEIGHED;
  const [headed, followed, ...fields] = await Promise.all([
    read(
      isAll ? recent : range,
      wanted.map((clause) => inField("title", clause)),
    ),
    phrase ? read(recent, [inField("anywhere", phrase)]) : [],
    ...wanted.flatMap((clause) => [
      wanted.length > 1 ? read(recent, [inField("title", clause)]) : [],
      read(recent, [inField("told", clause)]),
    ]),
  ]);
  const inAllTitles = new Set(headed);
  const inPhrase = new Set(followed);
  const standing = wanted.map((_, index) => ({
    title: new Set(fields[2 * index]),
    told: new Set(fields[2 * index + 1]),
  }));
  const hits = [...new Set([...newest, ...headed])].map((key): Hit => {
    const parts = wanted.map((clause, index) => {
      const { title, told } = standing[index] ?? {};
      return weightOf(clause, inAllTitles.has(key) || Boolean(title?.has(key)), Boolean(told?.has(key)));
    });
    const bonus = phrase && inPhrase.has(key) ? weightOf(phrase, false, false) : 0;
    return { key, score: rounded(parts.reduce((sum, part) => sum + part, bonus)) };
  });
  return sorted([...hits, ...samples.map((sample) => weighSample(sample, sought, phrase))]);
}

/** The query's words as one phrase; undefined where it is one word, or has a phrase already. */
function phraseOf(wanted: readonly SoughtClause[]): SoughtClause | undefined {
  if (wanted.length < 2 || wanted.some(({ words }) => words.length > 1)) return undefined;
  const words = wanted.flatMap((clause) => clause.words);
  const level = Math.min(...wanted.map((clause) => clause.level));
  return { words, prefix: null, continuations: [], level };
}

function weighSample({ key, words }: SearchedSample, { wanted }: Sought, phrase: SoughtClause | undefined): Hit {
  const parts = wanted.map((clause) => weightOf(clause, hasClause(words.title, clause), hasClause(words.told, clause)));
  const bonus = phrase && hasClause(words.anywhere, phrase) ? weightOf(phrase, false, false) : 0;
  return { key, score: rounded(parts.reduce((sum, part) => sum + part, bonus)) };
}

/** BM25's shape: a word counts by how rare it is, and more of it counts ever less. */
function weightOf({ level }: SoughtClause, isInTitle: boolean, isTold: boolean): number {
  const weight = WEIGHTS.anywhere + (isInTitle ? WEIGHTS.title : 0) + (isTold ? WEIGHTS.told : 0);
  return (HIGHEST_LEVEL - level) * (weight / (weight + SATURATION));
}

/** A score stands in addresses, and is the same when it is read back. */
function rounded(score: number): number {
  return Math.round(score * 1000);
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
