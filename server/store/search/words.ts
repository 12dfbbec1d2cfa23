import { sql } from "kysely";
import type { Language } from "../../../core/language/languages.ts";
import { getEditDistance } from "../../../core/search/editDistance.ts";
import { tokenize } from "../../../core/search/fold.ts";
import type { SearchDatabase } from "./searchTables.ts";

/** A word in the title, deck or labels of an article: `word` is its folded form, `spelling` its form in the text. */
export interface SpelledWord {
  word: string;
  spelling: string;
}

/** Matches words for which similar words are suggested. Shorter words have too many similar ones. */
const WORD = /^\p{L}{4,24}$/u;
/**
 * Minimum length of a word that may differ from similar words by two letters. A shorter word may differ by only one
 * letter.
 */
const LONG_WORD = 7;

/** Returns the words of texts, each once. If a word has several spellings, returns the one that occurs last. */
export function listSpelledWords(texts: readonly string[], language: Language): SpelledWord[] {
  const spellings = new Map<string, string>();
  for (const text of texts)
    for (const { word, start, end } of tokenize(text, language))
      if (WORD.test(word)) spellings.set(word, text.slice(start, end).replace(/['’]s$/i, ""));
  return Array.from(spellings, ([word, spelling]) => ({ word, spelling }));
}

/** Records words of articles, for suggestions. `uses` is approximate, since it also counts articles indexed again. */
export async function recordWords(
  database: SearchDatabase,
  articles: readonly { id: number; words: readonly SpelledWord[] }[],
): Promise<void> {
  const rows = articles.flatMap(({ id, words }) => words.map(({ word, spelling }) => [word, spelling, id]));
  // Keeps the shortest spelling, which is usually the singular. Of two spellings that differ only in case, keeps the
  // one with more lowercase letters, which compare as greater.
  await sql`insert into search_words (word, spelling, uses, article)
    select value ->> 0, value ->> 1, 1, value ->> 2 from json_each(${JSON.stringify(rows)}) where true
    on conflict (word) do update set uses = uses + 1, article = max(article, excluded.article),
      spelling = case length(excluded.spelling) - length(spelling) when 0
          then iif(lower(spelling) = lower(excluded.spelling), max(spelling, excluded.spelling), spelling)
        else iif(length(excluded.spelling) < length(spelling), excluded.spelling, spelling) end`.execute(database);
}

/**
 * Erases the words whose newest article is among the given ones. Other articles that contain such a word add it again
 * when they are next indexed.
 */
export async function eraseWords(database: SearchDatabase, articles: readonly number[]): Promise<void> {
  // Makes SQLite overwrite freed space in the file.
  await sql`pragma secure_delete = on`.execute(database);
  await sql`delete from search_words
    where article in (select value from json_each(${JSON.stringify(articles)}))`.execute(database);
}

/**
 * Returns recorded words that differ from a folded word by one or two letters. Sorts them by number of different
 * letters, then by frequency.
 */
export async function listSimilarWords(database: SearchDatabase, word: string, limit: number): Promise<SpelledWord[]> {
  if (!WORD.test(word)) return [];
  const max = word.length < LONG_WORD ? 1 : 2;
  const [first = "", second = ""] = word;
  const rest = word.slice(first.length);
  // Selects words with the same first letter, and words that differ only at the beginning.
  const { rows } = await sql<SpelledWord & { uses: number }>`
    select word, spelling, uses from search_words
    where word >= ${first} and word < ${`${first}\u{10ffff}`}
      and length(word) between ${word.length - max} and ${word.length + max}
    union select word, spelling, uses from search_words where word in (select value from json_each(${JSON.stringify([
      rest,
      second + first + rest.slice(second.length),
      ...LETTERS.flatMap((letter) => [letter + rest, letter + word]),
    ])}))`.execute(database);
  return rows
    .map((row) => ({ ...row, distance: getEditDistance(word, row.word, max) }))
    .filter(({ word: found, distance }) => distance <= max && found !== word)
    .sort((a, b) => a.distance - b.distance || b.uses - a.uses)
    .slice(0, limit);
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
