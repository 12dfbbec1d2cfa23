import { EM, LETTERS } from "./letters.ts";
import { isDrawable, kernOf, LEADING, type Setting } from "./setting.ts";

/** How far a capital reaches over the baseline, in sizes. */
const CAPITAL = 0.67;
const SERIF = "Georgia,'Times New Roman',serif";

/** Draws lines of text, the top of the first line's capitals at `y`. What they use is defined by `outlines`. */
export function drawLines({ size, lines }: Setting, x: number, y: number, fill: string): string {
  const isDrawn = lines.every(({ text }) => isDrawable(text));
  return lines
    .map(({ text, width }, place) => {
      const baseline = Math.round(y + size * (CAPITAL + place * LEADING));
      const scale = size / EM;
      if (isDrawn)
        return `<g fill="${fill}" transform="translate(${x} ${baseline}) scale(${scale})">${drawLetters(text)}</g>`;
      // The device's serif may be wider than the guess: the line is as long as the guess in any case.
      return `<text x="${x}" y="${baseline}" fill="${fill}" font-family="${SERIF}" font-size="${size}" textLength="${Math.round(width * scale)}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
    })
    .join("");
}

/** The definitions of the letters that a drawing uses. */
export function outlines(drawing: string): string {
  const used = new Set(Array.from(drawing.matchAll(/href="#([^"]+)"/g), ([, id]) => id));
  const paths = Object.entries(LETTERS).flatMap(([letter, [, path]]) =>
    used.has(idOf(letter)) ? [`<path id="${idOf(letter)}" d="${path}"/>`] : [],
  );
  return paths.length > 0 ? `<defs>${paths.join("")}</defs>` : "";
}

/** Takes out what XML cannot hold, and white space that shows as nothing. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function drawLetters(text: string): string {
  const letters = Array.from(text);
  let x = 0;
  return letters
    .map((letter, place) => {
      const [advance, path] = LETTERS[letter] ?? [0, ""];
      const use = path && `<use href="#${idOf(letter)}" x="${x}"/>`;
      x += advance + kernOf(letter, letters[place + 1] ?? "");
      return use;
    })
    .join("");
}

function idOf(letter: string): string {
  return `c${letter.codePointAt(0)?.toString(36)}`;
}
