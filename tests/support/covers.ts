import { EM, LETTERS } from "../../core/cover/letters.ts";
import type { Theme } from "../../core/cover/palettes.ts";

/** What the tests want of an edition's `books.yaml`. */
export interface BooksFile {
  series: string;
  books: { title: string; subtitle?: string; theme: Theme }[];
}

const WIDTH = 320;
const HEIGHT = 480;
const LETTER_OF = new Map(Object.keys(LETTERS).map((letter) => [`c${letter.codePointAt(0)?.toString(36)}`, letter]));

/** A line of a cover, read back from the drawing. */
interface DrawnLine {
  text: string;
  size: number;
  left: number;
  right: number;
  baseline: number;
}

/** What is wrong with a cover: no XML, a letter that is used and not defined, a line over the edge. */
export function problemsOf(svg: string): string[] {
  const problems = linesOf(svg).flatMap(({ text, size, left, right, baseline }) => {
    const isInside =
      left >= 20 && right <= WIDTH - 20 && baseline - size * 0.7 >= 20 && baseline + size * 0.25 <= HEIGHT - 8;
    return isInside ? [] : [`"${text}" stands from ${left} to ${right} at ${baseline} in size ${size}`];
  });
  const used = Array.from(svg.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
  problems.push(
    ...used.filter((id) => !svg.includes(`<path id="${id}" `)).map((id) => `${id} is used and not defined`),
  );
  return [...problems, ...xmlProblems(svg)];
}

/** Reads a cover's lines back, in the order in which they are drawn. */
export function linesOf(svg: string): DrawnLine[] {
  const pattern =
    /<g [^>]*transform="translate\((\d+) (\d+)\) scale\(([\d.]+)\)">(.*?)<\/g>|<text x="(\d+)" y="(\d+)" [^>]*font-size="(\d+)" textLength="(\d+)"[^>]*>(.*?)<\/text>/gs;
  return Array.from(svg.matchAll(pattern), ([, gx, gy, scale, uses, tx, ty, size, length, text]) =>
    uses === undefined
      ? {
          text: text ?? "",
          size: Number(size),
          left: Number(tx),
          right: Number(tx) + Number(length),
          baseline: Number(ty),
        }
      : drawnLine(Number(gx), Number(gy), Number(scale), uses),
  );
}

/** A space is drawn as nothing: it stands where letters are further apart than their widths. */
function drawnLine(left: number, baseline: number, scale: number, uses: string): DrawnLine {
  let text = "";
  let end = 0;
  for (const [, id = "", x] of uses.matchAll(/<use href="#([^"]+)" x="(-?[\d.]+)"\/>/g)) {
    const letter = LETTER_OF.get(id) ?? "?";
    if (Number(x) - end > (LETTERS[" "]?.[0] ?? 0) / 2) text += " ";
    text += letter;
    end = Number(x) + (LETTERS[letter]?.[0] ?? 0);
  }
  return { text, size: Math.round(scale * EM), left, right: left + end * scale, baseline };
}

/** Every tag is closed in its order, and nothing else looks like markup. */
function xmlProblems(svg: string): string[] {
  const open: string[] = [];
  const rest = svg.replace(/<(\/?)([a-z]+)((?: [\w-]+="[^"<]*")*)(\/?)>/gi, (_, closes, name, _attributes, isEmpty) => {
    if (closes && open.pop() !== name) open.push(`${name} closed out of its order`);
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
