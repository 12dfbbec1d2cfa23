import { LONGEST, oddUntil, plainUntil, readPlain, singular, type Token } from "./plainWords.ts";

/** Letters that Unicode does not take apart into a plain letter and its mark. */
const PLAIN: Record<string, string> = { ß: "ss", ø: "o", đ: "d", ł: "l", æ: "ae", œ: "oe", ı: "i", þ: "th", ð: "d" };
const ODD = /[ßøđłæœıþð]/g;

/**
 * Words: letters and digits with what holds them together inside, the apostrophe of "O'Hare" and the comma of "1,900".
 * Scripts that write no spaces give each of their signs for a word; several in a row are looked for as a phrase.
 */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L})|(?<=\p{N}),(?=\p{N}{3}(?!\p{N})))*/gu;
/** What most words are made of, and needs no taking apart. */
const ASCII = /^[\0-\x7f]*$/;
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of a text, folded, in their order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  // No word goes on after a space, so that only what has other letters than English takes the long way.
  for (let start = 0; start < text.length; ) {
    const end = plainUntil(text, start);
    readPlain(text, start, end, tokens);
    start = oddUntil(text, end);
    if (start > end) readOdd(text.slice(end, start), end, tokens);
  }
  return tokens;
}

function readOdd(text: string, offset: number, tokens: Token[]): void {
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    // Where letters and signs without spaces meet, each sign is a word of its own.
    for (const { part, at } of partsOf(found)) {
      const word = foldWord(part);
      const start = offset + index + at;
      if (word) tokens.push({ word, start, end: start + part.length });
    }
  }
}

function partsOf(found: string): { part: string; at: number }[] {
  if (found.length === 1 || ASCII.test(found) || !SPACELESS.test(found)) return [{ part: found, at: 0 }];
  const parts = found.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu,
  );
  return Array.from(parts, ({ 0: part, index }) => ({ part, at: index }));
}

/** A word without case, marks and its plural's ending. */
export function foldWord(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  const letters = plain(word);
  const made = (/^[a-z]+$/.test(letters) ? singular(letters) : letters).slice(0, LONGEST);
  if (folded.size === WORDS_KEPT) folded.clear();
  folded.set(word, made);
  return made;
}

/** Nearly all words of a text were in the one before. */
const folded = new Map<string, string>();
const WORDS_KEPT = 50_000;

/** With what the words begin, folded, of which a reader has typed the beginning. */
export function foldPrefix(beginning: string): string {
  const whole = plain(beginning).slice(0, LONGEST);
  // "citie" is on its way to "cities", which is kept as "citi".
  return whole.length > 3 ? whole.replace(/(?<=i)e$/, "") : whole;
}

function plain(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase().replace(/'s$/, "").replace(/[',]/g, "");
  const lower = word
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]s$/, "")
    .replace(/[\p{M}'’,]/gu, "");
  return lower.replace(ODD, (letter) => PLAIN[letter] ?? letter);
}
