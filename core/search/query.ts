import { foldPrefix, tokensOf } from "./fold.ts";

/** Something that a story must have, or must not have. */
export interface Clause {
  /** Folded words; several stand one after another in the story, too. */
  words: string[];
  /** Where the reader may be in the middle of its last word: what that word begins with. */
  prefix: string | null;
}

/** What a reader looks for. A story has every one of `wanted`, and none of `unwanted`. */
export interface Query {
  wanted: Clause[];
  unwanted: Clause[];
}

/** More than anybody types; what follows is left unread. */
const LONGEST = 400;
const CLAUSES = 12;
const WORDS_OF_PHRASE = 12;
/** So many letters tell something of the word that begins with them. */
const PREFIX = 2;

/** A quoted phrase, also one that is still open, or what stands between two spaces; each with a minus before it or none. */
const PARTS = /(?<minus>(?<![^\s])[-−–])?(?:["“”„«»](?<phrase>[^"“”„«»]*)(?:["“”„«»]|$)|(?<word>[^\s"“”„«»]+))/gu;

/**
 * Reads what a reader typed: words, "phrases", and -without. Every input means something; one without any letter or digit
 * means nothing to look for.
 *
 * @param isTyping whether the last word may be the beginning of one
 */
export function parseQuery(input: string, isTyping = true): Query {
  const text = input.slice(0, LONGEST).toWellFormed();
  const query: Query = { wanted: [], unwanted: [] };
  for (const { groups = {}, index, 0: part } of text.matchAll(PARTS)) {
    const { minus, phrase, word } = groups;
    const typed = phrase ?? word ?? "";
    const words = tokensOf(typed)
      .map((token) => token.word)
      .slice(0, WORDS_OF_PHRASE);
    if (words.length === 0 || query.wanted.length + query.unwanted.length === CLAUSES) continue;
    const isLast = index + part.length === text.length;
    const mayGoOn = isTyping && isLast && minus === undefined && phrase === undefined && /[\p{L}\p{N}]$/u.test(typed);
    const prefix = mayGoOn && words.length === 1 ? foldPrefix(typed.replace(/^[^\p{L}\p{N}]+/u, "")) : null;
    const clause = { words, prefix: prefix && prefix.length >= PREFIX ? prefix : null };
    const list = minus === undefined ? query.wanted : query.unwanted;
    if (!list.some((other) => isSame(other, clause))) list.push(clause);
  }
  return query;
}

function isSame(one: Clause, other: Clause): boolean {
  return one.prefix === other.prefix && one.words.join(" ") === other.words.join(" ");
}
