/** A word of a text as search knows it, and where it stands there. */
export interface Token {
  /** Folded: what is written differently but means the same is equal here. */
  word: string;
  start: number;
  end: number;
}

/** A word longer than this is no word: an address, a checksum. */
const LONGEST = 48;

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
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    // Where letters and signs without spaces meet, each sign is a word of its own.
    for (const { part, at } of partsOf(found)) {
      const word = foldWord(part);
      if (word) tokens.push({ word, start: index + at, end: index + at + part.length });
    }
  }
  return tokens;
}

function partsOf(found: string): { part: string; at: number }[] {
  if (ASCII.test(found) || found.length === 1 || !SPACELESS.test(found)) return [{ part: found, at: 0 }];
  const parts = found.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu,
  );
  return Array.from(parts, ({ 0: part, index }) => ({ part, at: index }));
}

/** A word without case, marks and its plural's ending. */
export function foldWord(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  const made = singular(plain(word)).slice(0, LONGEST);
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

/**
 * English plurals and their singulars come out alike: "cities" and "city" as "citi", "houses" and "house" as "hous". What
 * comes out is no word, and is never shown.
 */
function singular(word: string): string {
  if (word.length <= 3 || word === "news" || !/^[a-z]+$/.test(word)) return word;
  return word
    .replace(/(?<![sui])s$/, "")
    .replace(/(?<=...)e$/, "")
    .replace(/(?<=[^aeiou])y$/, "i");
}
