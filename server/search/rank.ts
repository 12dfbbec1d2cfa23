import type { Database } from "../store/open.ts";
import {
  type Confines,
  type Field,
  findKeys,
  headlinesOfKeys,
  inField,
  type KeyRange,
  type Sought,
  type SoughtClause,
} from "../store/search.ts";
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
export const WEIGHED = 500;
/** Headlines are looked through so many times as far back as the newest matches reach. */
const FURTHER = { forAWord: 16, forMore: 3 };
/** So many articles are few. */
const FEW = 200;

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
  const newest = await findKeys(database, sought, confines, { range, limit: WEIGHED });
  if (newest.length === 0) return sorted(own);
  if (newest.length <= FEW) {
    // To read the headlines of a few costs less than to ask the index where each word stands.
    const headlines = await headlinesOfKeys(database, newest);
    const followed = phrase
      ? await findKeys(database, sought, confines, { range, limit: FEW }, [inField("anywhere", phrase)])
      : [];
    const few = newest.map((key) => {
      const { title = "", told = "" } = headlines.get(key) ?? {};
      const bonus = phrase && followed.includes(key) ? weightOf(phrase, false, false) : 0;
      return { key, score: rounded(weightsIn(sought, title, told), bonus) };
    });
    return sorted([...own, ...few]);
  }
  return sorted([...own, ...(await weighStored({ database, sought, confines, range }, newest, phrase))]);
}

/** The index says where the words of the newest matches stand, and which older ones have all of them in the headline. */
async function weighStored(
  { database, sought, confines, range }: Omit<Parts, "samples">,
  newest: readonly number[],
  phrase: SoughtClause | undefined,
): Promise<Hit[]> {
  const { wanted } = sought;
  const [highest = 0, lowest = 0] = [newest[0], newest.at(-1)];
  const recent: KeyRange = { low: lowest, high: highest };
  // What is refused was left out of the newest already, and makes reading dear.
  const plain: Sought = { wanted, unwanted: [] };
  const limit = sought.unwanted.length > 0 ? 4 * WEIGHED : WEIGHED;
  const read = (also: readonly string[]) => findKeys(database, plain, confines, { range: recent, limit }, also);
  const [headed, followed, ...fields] = await Promise.all([
    newest.length < WEIGHED ? [] : readHeaded(),
    phrase ? read([inField("anywhere", phrase)]) : [],
    ...wanted.flatMap((clause) => [
      // Of one clause, what has all of it in the headline is known already.
      wanted.length === 1 && newest.length === WEIGHED ? [] : read([inField("title", clause)]),
      read([inField("told", clause)]),
    ]),
  ]);
  const inAllTitles = new Set(headed);
  const inPhrase = new Set(followed);
  const standing = wanted.map((_, index) => ({
    title: new Set(fields[2 * index]),
    told: new Set(fields[2 * index + 1]),
  }));
  return [...new Set([...newest, ...headed])].map((key) => {
    const parts = wanted.map((clause, index) => {
      const { title, told } = standing[index] ?? {};
      return weightOf(clause, inAllTitles.has(key) || Boolean(title?.has(key)), Boolean(told?.has(key)));
    });
    return { key, score: rounded(parts, phrase && inPhrase.has(key) ? weightOf(phrase, false, false) : 0) };
  });

  function readHeaded(): Promise<number[]> {
    const isOneWord = wanted.length === 1 && wanted[0]?.words.length === 1;
    const span = (highest - lowest) * (isOneWord ? FURTHER.forAWord : FURTHER.forMore);
    const further: KeyRange = { low: Math.max(range.low, highest - span), high: highest };
    const inTitle = wanted.map((clause) => inField("title", clause));
    return findKeys(database, sought, confines, { range: further, limit: WEIGHED }, inTitle);
  }
}

/** The query's words as one phrase; undefined where it is one word, or has a phrase already. */
function phraseOf(wanted: readonly SoughtClause[]): SoughtClause | undefined {
  if (wanted.length < 2 || wanted.some(({ words }) => words.length > 1)) return undefined;
  const words = wanted.flatMap((clause) => clause.words);
  const level = Math.min(...wanted.map((clause) => clause.level));
  return { words, prefix: null, continuations: [], level };
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
