/** A word of a text as search knows it, and where it stands there. */
export interface Token {
  /** Folded: what is written differently but means the same is equal here. */
  word: string;
  start: number;
  end: number;
}

/** A word longer than this is no word: an address, a checksum. */
export const LONGEST = 48;

/*
 * Words of English letters and digits, which nearly all are, read sign by sign: ten times as fast as the expression that
 * knows all scripts (WORDS in fold.ts), with which they come out the same.
 */

const SPACE = 0x20;
const COMMA = 0x2c;
const APOSTROPHE = 0x27;
const CURLED = 0x2019;

/** Where the first stretch between two spaces begins that has a letter, or may have one, which is not English. */
export function plainUntil(text: string, start: number): number {
  let space = start;
  for (let at = start; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === SPACE) space = at + 1;
    // Dashes, quotation marks and the ellipsis are no letters.
    else if (sign > 0x7f && (sign < 0x2010 || sign > 0x2027)) return space;
  }
  return text.length;
}

/** Where the stretch ends that begins there. */
export function oddUntil(text: string, start: number): number {
  if (start >= text.length) return start;
  const space = text.indexOf(" ", start);
  return space === -1 ? text.length : space + 1;
}

/** Whether any of some folded words, or beginnings of them, may stand in a text: to know it costs much less than to fold it. */
export function mayHave(text: string, words: readonly string[]): boolean {
  if (plainUntil(text, 0) < text.length) return true;
  const letters = text.toLowerCase().replace(/['\u2019,]/g, "");
  // "citi" is what is left of "city", too.
  return words.some((word) => letters.includes(word.replace(/i$/, "")));
}

/** Adds the words of a stretch without other letters than English. */
export function readPlain(text: string, start: number, end: number, tokens: Token[]): void {
  for (let at = start; at < end; ) {
    const begin = at;
    // What most words are is told while they are read: lower case, letters alone.
    let [isLower, isLetters, isWhole] = [true, true, true];
    for (; at < end; at++) {
      const sign = text.charCodeAt(at);
      if (sign >= 0x61 && sign <= 0x7a) continue;
      if (sign >= 0x41 && sign <= 0x5a) isLower = false;
      else if (isDigit(sign)) isLetters = false;
      else if (at > begin && holdsTogether(text, at, end)) isWhole = false;
      else break;
    }
    if (at === begin) {
      at++;
      continue;
    }
    const found = text.slice(begin, at);
    const lower = isLower ? found : found.toLowerCase();
    const plain = isWhole ? lower : lower.replace(/['\u2019]s$/, "").replace(/['\u2019,]/g, "");
    const word = isLetters ? singular(plain) : plain;
    tokens.push({ word: word.length > LONGEST ? word.slice(0, LONGEST) : word, start: begin, end: at });
  }
}

/** Whether a sign stands inside of a word: the apostrophe of "O'Hare", the comma of "1,900". */
function holdsTogether(text: string, at: number, end: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign === COMMA) return isThousands(text, at, end);
  return (sign === APOSTROPHE || sign === CURLED) && at + 1 < end && isLetter(text.charCodeAt(at + 1));
}

function isLetter(sign: number): boolean {
  return (sign >= 0x61 && sign <= 0x7a) || (sign >= 0x41 && sign <= 0x5a);
}

function isDigit(sign: number): boolean {
  return sign >= 0x30 && sign <= 0x39;
}

function isThousands(text: string, at: number, end: number): boolean {
  const isDigitAt = (place: number) => place < end && isDigit(text.charCodeAt(place));
  return isDigitAt(at - 1) && isDigitAt(at + 1) && isDigitAt(at + 2) && isDigitAt(at + 3) && !isDigitAt(at + 4);
}

/**
 * English plurals and their singulars come out alike: "cities" and "city" as "citi", "houses" and "house" as "hous". What
 * comes out is no word, and is never shown.
 *
 * @param word letters from a to z alone
 */
export function singular(word: string): string {
  if (word.length <= 3 || word === "news") return word;
  let end = word.length;
  if (word.charCodeAt(end - 1) === S && !isOneOf("sui", word, end - 2)) end--;
  if (word.charCodeAt(end - 1) === E && end > 3) end--;
  if (word.charCodeAt(end - 1) === Y && !isOneOf("aeiou", word, end - 2)) return `${word.slice(0, end - 1)}i`;
  return end < word.length ? word.slice(0, end) : word;
}

const [S, E, Y] = [0x73, 0x65, 0x79];

function isOneOf(letters: string, word: string, at: number): boolean {
  return letters.includes(word[at] ?? "");
}
