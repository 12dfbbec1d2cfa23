import { stem as stemEnglish } from "../language/en/stem.ts";
import { stem as stemSpanish } from "../language/es/stem.ts";
import type { Language } from "../language/languages.ts";

/** Functions that fold a word's plural and singular to one stem. They expect lowercase words without accents. */
const STEMMERS: Record<Language, (word: string) => string> = { en: stemEnglish, es: stemSpanish, xa: stemEnglish };

/** A word of a text, with its start and end in the text in UTF-16 code units. */
export interface Token {
  /** Folded word; "Café" and "cafes" fold to the same word. */
  word: string;
  start: number;
  end: number;
}

/** Scripts without spaces between words. */
const SPACELESS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;

/** Matches words such as "O'Hare" and "1,900". In scripts without spaces, each character is a word. */
const WORDS = new RegExp(
  String.raw`[${SPACELESS}]\p{M}*|[[\p{L}\p{N}]--[${SPACELESS}]](?:[[\p{L}\p{M}\p{N}]--[${SPACELESS}]]|['’](?=\p{L})|(?<=\p{N}),(?=\p{N}{3}(?!\p{N})))*`,
  "gv",
);

/** Returns the words of a text in order, with their positions. */
export function tokenize(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    const word = foldWord(found, language);
    if (word) tokens.push({ word, start: index, end: index + found.length });
  }
  return tokens;
}

export function foldText(text: string, language: Language): string[] {
  return (text.match(WORDS) ?? []).map((word) => foldWord(word, language)).filter(Boolean);
}

/** Maximum length of a folded word, in characters. Only addresses and checksums are longer. */
const MAX_LENGTH = 48;
const LETTERS = /^[a-z]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** Removes case, accents, and a language's plural endings. The result is for comparison only and is never shown. */
export function foldWord(word: string, language: Language): string {
  const lower = word.toLowerCase();
  const letters = LETTERS.test(lower) ? lower : removeAccents(word);
  return (LETTERS.test(letters) ? STEMMERS[language](letters) : letters).slice(0, MAX_LENGTH);
}

/** Folds the beginning of a word. The folded form of the whole word starts with the result. */
export function foldPrefix(beginning: string): string {
  const letters = removeAccents(beginning).slice(0, MAX_LENGTH);
  // "citie" may become "cities", which folds to "citi".
  return letters.length > 3 ? letters.replace(/(?<=i)e$/, "") : letters;
}

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN: Record<string, string> = { ß: "ss", ø: "o", đ: "d", ł: "l", æ: "ae", œ: "oe", ı: "i", þ: "th", ð: "d" };

function removeAccents(word: string): string {
  // Most words are ASCII and skip normalization, the slowest step.
  const lower = (ASCII.test(word) ? word : word.normalize("NFKD")).toLowerCase();
  return lower
    .replace(/['’]s$/, "")
    .replace(/[\p{M}'’,]/gu, "")
    .replace(/[ßøđłæœıþð]/g, (letter) => PLAIN[letter] ?? letter);
}
