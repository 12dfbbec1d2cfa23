import { readFileSync } from "node:fs";
import { Blob, Buffer, Face, Font, shape, Variation } from "harfbuzzjs";

/** The typefaces of drawn images, each in one weight. tools/fonts.ts generates their files. */
const FACES = [
  "newsreader-400",
  "newsreader-600",
  "newsreader-700",
  "libre-franklin-600",
  "libre-franklin-700",
] as const;
/** Name of an edition's own typeface in one weight. */
type OwnFaceName = `own-${string}`;
export type FaceName = (typeof FACES)[number] | OwnFaceName;
/** Face for characters that an edition's own typeface lacks. */
const SUBSTITUTE = "newsreader-600";

/** Units per em of all lengths in this file: small enough for short paths, and precise enough for letters of 88 px. */
export const UNITS_PER_EM = 240;

/** Part of a line: glyphs of our typefaces, by the ids of their outlines, or text for the viewer's own fonts. */
export type Run = { width: number } & ({ glyphs: { id: string; x: number; y: number }[] } | { text: string });

interface LoadedFont {
  font: Font;
  codePoints: ReadonlySet<number>;
}

/** Unicode ranges. Each typeface has a file per range. A character is taken from the first file that has it. */
const SUBSETS = ["latin", "latin-ext", "vietnamese"] as const;
const FILES: string[] = FACES.flatMap((face) => SUBSETS.map((subset) => `${face}-${subset}`));
const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;
const FULL_WIDTH =
  /\p{Extended_Pictographic}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const loadedFonts = new Map<string, LoadedFont>();
const buffer = new Buffer();

export function toGraphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Shapes a line with kerning, ligatures and accents. A line with right-to-left text becomes a single text run. */
export function shapeLine(text: string, face: FaceName): Run[] {
  if (isRightToLeft(text)) return [toTextRun(text)];
  const parts: { file: string | undefined; text: string }[] = [];
  for (const grapheme of toGraphemes(text.normalize("NFC"))) {
    const file = findFile(grapheme, face);
    const [foreign, between] = parts.slice(-2);
    // If a part without letters, such as a space, is between two texts for the viewer's font, merges all three parts:
    // only the viewer's font knows where the first text ends.
    if (!file && foreign && !foreign.file && between && !/\p{L}/u.test(between.text)) {
      foreign.text += between.text;
      parts.pop();
    }
    const last = parts.at(-1);
    if (last && last.file === file) last.text += grapheme;
    else parts.push({ file, text: grapheme });
  }
  return parts.map((part) => (part.file ? shapeGlyphs(part.text, part.file) : toTextRun(part.text)));
}

/** Returns a glyph's outline as a relative SVG path that starts at the baseline's origin. */
export function getOutline(id: string): string {
  const [file = 0, glyph = 0] = id.slice(1).split("-").map(Number);
  const { font } = loadFont(FILES[file] ?? "");
  let [x, y] = [0, 0];
  const commands = font.glyphToJson(glyph).map(({ type, values }) => {
    const steps = values.map((value, index) => Math.round(value) - (index % 2 === 0 ? x : y));
    x += steps.at(-2) ?? 0;
    y += steps.at(-1) ?? 0;
    if (type === "L" && steps[0] === 0) return `v${steps[1]}`;
    if (type === "L" && steps[1] === 0) return `h${steps[0]}`;
    return type.toLowerCase() + steps.join(" ").replaceAll(" -", "-");
  });
  // Drops the last line of each contour, since "z" draws that line.
  return commands.join("").replace(/[lhv][^a-z]*z/g, "z");
}

export function getCapHeight(face: FaceName): number {
  const { font } = loadFont(isOwn(face) ? face : `${face}-latin`);
  return -(font.glyphExtents(font.nominalGlyph("H".charCodeAt(0)) ?? 0)?.yBearing ?? 0);
}

function findFile(grapheme: string, face: FaceName): string | undefined {
  const needed = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
  const prefixes = isOwn(face) ? [face, SUBSTITUTE] : [face];
  return prefixes
    .flatMap((prefix) => FILES.filter((file) => file.startsWith(prefix)))
    .find((file) => needed.every((codePoint) => loadFont(file).codePoints.has(codePoint)));
}

function isOwn(face: FaceName): face is OwnFaceName {
  return face.startsWith("own-");
}

/**
 * Loads a WOFF2 file in the weight nearest to `weight`. Returns the name of the face.
 *
 * @throws {Error} if the bytes are not a WOFF2 file
 */
export async function loadOwnFace(woff2: Uint8Array, digest: string, weight: number): Promise<OwnFaceName> {
  const name: OwnFaceName = `own-${digest}-${weight}`;
  if (loadedFonts.has(name)) return name;
  const { default: decompress } = await import("wawoff2/decompress.js");
  const face = new Face(new Blob(await decompress(woff2)));
  const loaded = toLoadedFont(face);
  if (face.getAxisInfos().wght) loaded.font.setVariations([new Variation("wght", weight)]);
  loadedFonts.set(name, loaded);
  FILES.push(name);
  return name;
}

function loadFont(file: string): LoadedFont {
  const known = loadedFonts.get(file);
  if (known) return known;
  const loaded = toLoadedFont(new Face(new Blob(readFileSync(new URL(`fonts/${file}.ttf`, import.meta.url)))));
  loadedFonts.set(file, loaded);
  return loaded;
}

function toLoadedFont(face: Face): LoadedFont {
  const font = new Font(face);
  // The vertical scale is negative, since y increases upward in fonts and downward in SVG.
  font.setScale(UNITS_PER_EM, -UNITS_PER_EM);
  return { font, codePoints: new Set(face.collectUnicodes()) };
}

function shapeGlyphs(text: string, file: string): Run {
  buffer.clearContents();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(loadFont(file).font, buffer);
  const positions = buffer.getGlyphPositions();
  let width = 0;
  const glyphs = buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const placed = { id: `g${FILES.indexOf(file)}-${glyph}`, x: width + xOffset, y: yOffset };
    width += xAdvance;
    return placed;
  });
  return { width, glyphs };
}

/** Creates a run of text. Its width is a generous estimate, since the viewer's font is unknown. */
function toTextRun(text: string): Run {
  const emWidths = toGraphemes(text).map((grapheme) =>
    grapheme === " " ? 0.25 : FULL_WIDTH.test(grapheme) ? 1.1 : 0.66,
  );
  return { text, width: Math.round(UNITS_PER_EM * emWidths.reduce((sum, width) => sum + width, 0)) };
}
