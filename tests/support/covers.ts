import type { Theme } from "../../server/editions/pages/books.ts";
import { shapeLine, UNITS_PER_EM } from "../../server/images/drawn/faces.ts";

/** The parts of an edition's `books.yaml` that tests read. */
export interface BooksFile {
  series: string;
  books: { title: string; subtitle?: string; theme: Theme }[];
}

const WIDTH = 320;
const HEIGHT = 480;
const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** Text and advance width of each glyph by its id, for the characters and ligatures of English. */
const GLYPHS = new Map(
  [
    ...String.fromCodePoint(
      ...Array(0x7f - 0x20)
        .keys()
        .map((index) => index + 0x20),
    ),
    ..."…—’“”é",
    "fi",
    "fl",
    "ff",
    "ffi",
    "ffl",
  ]
    .map((text) => ({ text, run: shapeLine(text, "newsreader-600")[0] }))
    .flatMap(({ text, run }) => (run && "glyphs" in run ? [{ text, ...run }] : []))
    .map(({ text, width, glyphs: [glyph] }) => [glyph?.id ?? "", { text, width }] as const),
);

/** A line of text in a cover's drawing. Numbers are in units of the SVG. */
interface DrawnLine {
  text: string;
  size: number;
  left: number;
  right: number;
  baseline: number;
}

/** Returns the faults of a cover: invalid XML, undefined glyphs, and lines that extend into the margins. */
export function listProblems(svg: string): string[] {
  const problems = readLines(svg).flatMap(({ text, size, left, right, baseline }) => {
    const isInside =
      left >= 20 && right <= WIDTH - 20 && baseline - size * 0.7 >= 20 && baseline + size * 0.25 <= HEIGHT - 8;
    return isInside ? [] : [`"${text}" extends from ${left} to ${right} at ${baseline} in size ${size}`];
  });
  const used = Array.from(svg.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
  problems.push(
    ...used.filter((id) => !svg.includes(`<path id="${id}" `)).map((id) => `${id} is used and not defined`),
  );
  return [...problems, ...findXmlProblems(svg)];
}

/** Returns the lines of text on a cover, in drawing order. */
export function readLines(svg: string): DrawnLine[] {
  const lines = svg.matchAll(/<g [^>]*transform="translate\((\d+) (\d+)\) scale\(([\d.]+)\)">(.*?)<\/g>/gs);
  return Array.from(lines, ([, left, baseline, scale, content = ""]) => {
    const { text, start, end } = readRuns(content);
    const [x, unit] = [Number(left), Number(scale)];
    return {
      text,
      size: Math.round(unit * UNITS_PER_EM),
      left: x + start * unit,
      right: x + end * unit,
      baseline: Number(baseline),
    };
  });
}

/**
 * Returns the text of a line, and its start and end in units of the font. Parts of the line may be drawn as glyphs, and
 * other parts as text in a font of the device.
 */
function readRuns(content: string): { text: string; start: number; end: number } {
  const pattern =
    /<use href="#([^"]+)" x="(-?[\d.]+)"(?: y="[^"]*")?\/>|<text x="([\d.]+)"( direction="rtl")? [^>]*textLength="([\d.]+)"[^>]*>(.*?)<\/text>/g;
  let [text, start, end] = ["", 0, 0];
  for (const [, id, glyphX, textX, isRightToLeft, length, words = ""] of content.matchAll(pattern)) {
    const glyph = id === undefined ? undefined : GLYPHS.get(id);
    const x = Number(glyphX ?? textX) - (isRightToLeft ? Number(length) : 0);
    text +=
      id === undefined ? words.replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity) : (glyph?.text ?? "?");
    start = Math.min(start, x);
    end = Math.max(end, x + (id === undefined ? Number(length) : (glyph?.width ?? 0)));
  }
  return { text, start, end };
}

/** Returns the faults of the XML: tags that are not closed in order, other markup, and forbidden characters. */
function findXmlProblems(svg: string): string[] {
  const open: string[] = [];
  const rest = svg.replace(/<(\/?)([a-z]+)((?: [\w-]+="[^"<]*")*)(\/?)>/gi, (_, closes, name, _attributes, isEmpty) => {
    if (closes && open.pop() !== name) open.push(`${name} closed out of order`);
    if (!closes && !isEmpty) open.push(name);
    return "";
  });
  const isText = /^(?:[^<>&]|&(?:amp|lt|gt|quot);)*$/u.test(rest);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
  const isLegal = !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(svg) && svg.isWellFormed();
  return [
    ...open,
    ...(isText ? [] : [`markup in the text: ${rest}`]),
    ...(isLegal ? [] : ["a character that XML forbids"]),
  ];
}
