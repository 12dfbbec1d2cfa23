import { escapeXml } from "../../../core/feed/xml.ts";
import {
  type FaceName,
  getCapHeight,
  getOutline,
  isRightToLeft,
  type Run,
  shapeLine,
  toGraphemes,
  UNITS_PER_EM,
} from "./faces.ts";
import { cleanText } from "./svg.ts";

/** The space for a text, and the range of font sizes to try. Lengths and sizes are in units of the drawing. */
interface TextSpace {
  width: number;
  height: number;
  largest: number;
  smallest: number;
  /** Distance between baselines, as a multiple of the font size. */
  leading: number;
}

/** A text broken into lines, with the font size at which the text fits `space`. */
interface FittedText {
  face: FaceName;
  size: number;
  lines: Line[];
  space: TextSpace;
}

interface Line {
  text: string;
  /** Width in em units, see `UNITS_PER_EM`. */
  width: number;
  runs: Run[];
}

type ToLine = (text: string) => Line;

interface LineLimits {
  /** Maximum width of a line, in em units. */
  limit: number;
  maxLines: number;
  toLine: ToLine;
}

/**
 * Matches positions of possible line breaks: after a space, and between two Chinese or Japanese characters. Between
 * such characters, no line break comes before closing punctuation or after an opening bracket.
 */
const BREAK =
  /(?<= )|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．：；！？」』）])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（])/u;

/**
 * Lays out a text in lines of similar width. Uses the largest font size at which the text fits without breaking a word.
 * If there is no such size, breaks words at the smallest size.
 */
export function fitText(text: string, face: FaceName, space: TextSpace): FittedText {
  const words = cleanText(text)
    .split(BREAK)
    .filter((word) => word !== "");
  const toLine = createShaper(face);
  const getLimits = (size: number): LineLimits => ({
    limit: (space.width / size) * UNITS_PER_EM,
    maxLines: Math.max(1, Math.floor(space.height / (size * space.leading))),
    toLine,
  });
  for (let size = space.largest; size >= space.smallest; size--) {
    const lines = breakLines(words, getLimits(size));
    if (lines) return { face, size, space, lines: balanceLines(words, lines, toLine) };
  }
  return { face, size: space.smallest, space, lines: cutLines(words, getLimits(space.smallest)) };
}

export function getTextHeight({ size, lines, space }: FittedText): number {
  return lines.length * size * space.leading;
}

export function getTextWidth({ size, lines }: FittedText): number {
  return (Math.max(0, ...lines.map(({ width }) => width)) * size) / UNITS_PER_EM;
}

/**
 * Draws a text. `y` is the top of the first line's capitals. Right-to-left lines are aligned to the right edge of the
 * text's space.
 */
export function drawText({ face, size, lines, space }: FittedText, x: number, y: number, color: string): string {
  const scale = size / UNITS_PER_EM;
  return lines
    .map(({ text, width, runs }, index) => {
      const left = Math.round(isRightToLeft(text) ? x + space.width - width * scale : x);
      const baseline = Math.round(y + getCapHeight(face) * scale + index * size * space.leading);
      return `<g fill="${color}" transform="translate(${left} ${baseline}) scale(${Number(scale.toFixed(4))})">${drawRuns(runs)}</g>`;
    })
    .join("");
}

/** Prepends to a drawing the outline of each glyph that it uses. */
export function withOutlines(drawing: string): string {
  const ids = new Set(Array.from(drawing.matchAll(/<use href="#([^"]+)"/g), ([, id = ""]) => id));
  const outlines = Array.from(ids, (id) => `<path id="${id}" d="${getOutline(id)}"/>`).join("");
  return outlines ? `<defs>${outlines}</defs>${drawing}` : drawing;
}

function drawRuns(runs: readonly Run[]): string {
  let start = 0;
  return runs
    .map((run) => {
      const x = start;
      start += run.width;
      if ("glyphs" in run) return run.glyphs.map((glyph) => drawGlyph(glyph.id, x + glyph.x, glyph.y)).join("");
      // Anchors a right-to-left run at its right edge, where the text begins. librsvg, which draws social images,
      // ignores `textLength`, so only the anchored edge is exact.
      const anchor = isRightToLeft(run.text) ? `x="${start}" direction="rtl"` : `x="${x}"`;
      return `<text ${anchor} font-family="Georgia,'Times New Roman',serif" font-size="${UNITS_PER_EM}" font-weight="600" textLength="${run.width}" lengthAdjust="spacingAndGlyphs">${escapeXml(run.text)}</text>`;
    })
    .join("");
}

function drawGlyph(id: string, x: number, y: number): string {
  return `<use href="#${id}" x="${x}"${y === 0 ? "" : ` y="${y}"`}/>`;
}

/** Creates a function that shapes texts and caches the results, since `fitText` tries the same lines at many sizes. */
function createShaper(face: FaceName): ToLine {
  const shaped = new Map<string, Line>();
  return (raw) => {
    const text = raw.trimEnd();
    const known = shaped.get(text);
    if (known) return known;
    const runs = shapeLine(text, face);
    const line = { text, runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
    shaped.set(text, line);
    return line;
  };
}

/** Fills each line with as many words as fit. Returns null if a word is too wide or more than `maxLines` are needed. */
function breakLines(words: readonly string[], limits: LineLimits): Line[] | null {
  const { lines, isWhole } = fillLines(words, limits);
  return isWhole ? lines.map(limits.toLine) : null;
}

/** Reduces the width of the widest line as far as possible without adding a line. */
function balanceLines(words: readonly string[], filled: Line[], toLine: ToLine): Line[] {
  let lines = filled;
  while (lines.length > 1) {
    const limit = Math.max(...lines.map(({ width }) => width)) - 1;
    const narrower = breakLines(words, { limit, maxLines: lines.length, toLine });
    if (!narrower) break;
    lines = narrower;
  }
  return lines;
}

/** Breaks words that are too wide, and drops the text that does not fit into `maxLines`. */
function cutLines(words: readonly string[], limits: LineLimits): Line[] {
  const parts = words.flatMap((word) => breakWord(word, limits));
  const { lines, isWhole } = fillLines(parts, limits);
  if (!isWhole) lines.push(cutLine(lines.pop() ?? "", limits));
  return lines.map(limits.toLine);
}

function fillLines(words: readonly string[], { limit, maxLines, toLine }: LineLimits) {
  const lines: string[] = [];
  for (const word of words) {
    const longer = (lines.at(-1) ?? "") + word;
    if (lines.length > 0 && toLine(longer).width <= limit) lines[lines.length - 1] = longer;
    else if (toLine(word).width <= limit && lines.length < maxLines) lines.push(word);
    else return { lines, isWhole: false };
  }
  return { lines, isWhole: true };
}

function breakWord(word: string, { limit, toLine }: LineLimits): string[] {
  if (toLine(word).width <= limit) return [word];
  const parts = [""];
  for (const grapheme of toGraphemes(word)) {
    const longer = parts.at(-1) + grapheme;
    if (toLine(longer).width <= limit) parts[parts.length - 1] = longer;
    else parts.push(grapheme);
  }
  return parts.filter((part) => part !== "");
}

/** Shortens a line after a whole word, or inside the line's only word, and adds an ellipsis. */
function cutLine(line: string, { limit, toLine }: LineLimits): string {
  let start = line.trimEnd();
  while (start !== "" && toLine(`${start}…`).width > limit) {
    const lastSpace = start.lastIndexOf(" ");
    start = lastSpace > 0 ? start.slice(0, lastSpace) : toGraphemes(start).slice(0, -1).join("");
  }
  return `${start}…`;
}
