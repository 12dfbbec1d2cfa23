import { EM, KERNING, LETTERS } from "./letters.ts";

/** A line of letters, and its width on the em's grid. */
interface Line {
  text: string;
  width: number;
}

/** Lines that fit their space, and the size at which they do. */
export interface Setting {
  size: number;
  lines: Line[];
}

interface Space {
  width: number;
  height: number;
  largest: number;
  smallest: number;
}

/** From one baseline to the next, in sizes. */
export const LEADING = 1.04;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const KERNS = new Map(
  Object.entries(KERNING).flatMap(([left, row]) =>
    Array.from(row.matchAll(/(.)(-?\d+)/gu), ([, right, units]) => [left + right, Number(units)] as const),
  ),
);

/**
 * Finds the largest size at which a text stands in a space with no word broken. Where none does, it stands at the smallest
 * size with long words broken, and what is too much even so ends in an ellipsis.
 */
export function fitText(text: string, space: Space): Setting {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  if (words.length === 0) return { size: space.smallest, lines: [] };
  for (let size = space.largest; size >= space.smallest; size--) {
    const limit = (space.width / size) * EM;
    const lines = balance(words, limit);
    const isFitting = lines.every((line) => line.width <= limit) && heightOf(lines.length, size) <= space.height;
    if (isFitting) return { size, lines };
  }
  const size = space.smallest;
  const limit = (space.width / size) * EM;
  const lines = breakLines(
    words.flatMap((word) => breakWord(word, limit)),
    limit,
  );
  const room = Math.floor(space.height / (size * LEADING));
  if (lines.length <= room) return { size, lines };
  const last = `${lines[room - 1]?.text ?? ""}…`;
  return { size, lines: [...lines.slice(0, room - 1), lineOf(last)].map((line) => cutTo(line, limit)) };
}

/** How high so many lines stand, from the top of the first to the foot of the last. */
function heightOf(lines: number, size: number): number {
  return lines * size * LEADING;
}

/** Whether the table has every letter of a text, so that its width is known and not guessed. */
export function isDrawable(text: string): boolean {
  return Array.from(text).every((letter) => letter in LETTERS);
}

/** How much closer, or further, two letters stand than their widths say. */
export function kernOf(left: string, right: string): number {
  return KERNS.get(left + right) ?? 0;
}

/** The text's width on the em's grid; a guess where the table has not all of its letters. */
function measure(text: string): number {
  if (!isDrawable(text))
    return Array.from(graphemes.segment(text)).reduce((width, { segment }) => width + guess(segment), 0);
  const letters = Array.from(text);
  return letters.reduce(
    (width, letter, place) => width + (LETTERS[letter]?.[0] ?? 0) + kernOf(letter, letters[place + 1] ?? ""),
    0,
  );
}

/** An accented letter is as wide as the letter without; Chinese, Japanese, Korean and pictures fill the em. */
function guess(grapheme: string): number {
  const [base] = LETTERS[grapheme.normalize("NFD").charAt(0)] ?? [];
  const isWide = /\p{Extended_Pictographic}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
  return isWide.test(grapheme) ? EM * 1.1 : (base ?? EM * 0.56);
}

function lineOf(text: string): Line {
  return { text, width: measure(text) };
}

function breakLines(words: readonly string[], limit: number): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last && lineOf(`${last.text} ${word}`);
    if (longer && longer.width <= limit) lines[lines.length - 1] = longer;
    else lines.push(lineOf(word));
  }
  return lines;
}

/** As many lines as it takes, as even as they get: the narrowest measure that needs no more of them. */
function balance(words: readonly string[], limit: number): Line[] {
  let best = breakLines(words, limit);
  for (let measured = limit; ; ) {
    measured = Math.max(...best.map((line) => line.width)) - 1;
    const narrower = breakLines(words, measured);
    if (narrower.length > best.length || narrower.some((line) => line.width > measured)) return best;
    best = narrower;
  }
}

function breakWord(word: string, limit: number): string[] {
  const parts: string[] = [""];
  for (const { segment } of graphemes.segment(word)) {
    const longer = parts.at(-1) + segment;
    if (measure(longer) <= limit || parts.at(-1) === "") parts[parts.length - 1] = longer;
    else parts.push(segment);
  }
  return parts;
}

function cutTo(line: Line, limit: number): Line {
  let letters = Array.from(graphemes.segment(line.text), ({ segment }) => segment);
  let cut = line;
  while (cut.width > limit && letters.length > 2) {
    letters = [...letters.slice(0, -2), "…"];
    cut = lineOf(letters.join(""));
  }
  return cut;
}
