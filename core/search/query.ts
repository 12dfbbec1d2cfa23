import type { Language } from "../language/languages.ts";
import { foldPrefix, foldText } from "./fold.ts";

/** A word or phrase of a query. */
export interface Clause {
  /** Folded words, which must follow one another in the story. */
  words: string[];
  /** Folded prefix of an unfinished word, which also matches longer words; null if the word is complete. */
  prefix: string | null;
}

/** A parsed query. A story must have all `required` clauses, or one of them if `isAny`, and no `excluded` clause. */
export interface Query {
  language: Language;
  required: Clause[];
  excluded: Clause[];
  isAny?: boolean;
}

/** Maximum length of a query, in characters. The rest of a longer query is ignored. */
const MAX_LENGTH = 400;
const MAX_CLAUSES = 12;
const MAX_PHRASE_WORDS = 12;
/** Minimum length, in characters, of a prefix that matches longer words. */
const MIN_PREFIX_LENGTH = 2;

/** Matches a word or a quoted phrase, and a minus before it. The minus and the closing quotation mark are optional. */
const PARTS = /(?<minus>(?<![^\s])[-−–])?(?:["“”„«»](?<phrase>[^"“”„«»]*)(?:["“”„«»]|$)|(?<word>[^\s"“”„«»]+))/gu;

/**
 * Parses words, "phrases" and -exclusions. Never throws: input without letters and digits gives an empty query.
 *
 * @param isTyping true if the last word may be unfinished
 */
export function parseQuery(input: string, language: Language, isTyping = true): Query {
  const text = input.slice(0, MAX_LENGTH).toWellFormed();
  const query: Query = { language, required: [], excluded: [] };
  for (const { groups = {}, index, 0: part } of text.matchAll(PARTS)) {
    const { minus, phrase, word } = groups;
    const typed = phrase ?? word ?? "";
    const words = foldText(typed, language).slice(0, MAX_PHRASE_WORDS);
    if (words.length === 0 || query.required.length + query.excluded.length === MAX_CLAUSES) continue;
    const isLast = index + part.length === text.length;
    const isUnfinished = isTyping && isLast && !minus && word !== undefined && /[\p{L}\p{N}]$/u.test(word);
    const prefix = isUnfinished && words.length === 1 ? foldPrefix(typed.replace(/^[^\p{L}\p{N}]+/u, "")) : "";
    const clause = { words, prefix: prefix.length >= MIN_PREFIX_LENGTH ? prefix : null };
    const list = minus === undefined ? query.required : query.excluded;
    if (!list.some((other) => isSame(other, clause))) list.push(clause);
  }
  return query;
}

function isSame(one: Clause, other: Clause): boolean {
  return one.prefix === other.prefix && one.words.join(" ") === other.words.join(" ");
}
