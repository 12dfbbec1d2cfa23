/** Generic family of a typeface. Its fonts replace the typeface in mails, and on pages until the typeface is loaded. */
export type GenericFamily = "serif" | "sans-serif";

/** Properties of a font file that style sheets need. */
export interface TypefaceMetrics {
  /** Lowest and highest weight of the file, which differ only in a variable font. */
  weights: readonly [number, number];
  isItalic: boolean;
  /** True if the file has the letters from A to Z in both cases. */
  hasLatin: boolean;
  /** Height above the baseline, in em. `descent` is the height below the baseline, `lineGap` the gap between lines. */
  ascent: number;
  descent: number;
  lineGap: number;
  /** Width of `SAMPLE` in em, in the file's weights nearest to regular and bold. */
  widths: { regular: number; bold: number };
}

/** Weights at which the width is measured: the weights of text and of headlines. */
const MEASURED = { regular: 400, bold: 600 } as const;
/** Text in English and Spanish, in which letters, spaces and marks are about as frequent as in newspapers. */
const SAMPLE = `The City Council voted on Tuesday to rebuild the bridge over the river, which carries 40,000 cars a day, and to close two lanes until the spring. “We could not wait any longer,” the mayor said after the meeting. El concejo aprobó el martes la reconstrucción del puente sobre el río, por el que pasan 40,000 autos al día, y cerrará dos carriles hasta la primavera. Residents asked for a bus lane; a report is due in May.`;

/** Measures a WOFF2 file. @throws {Error} if the bytes are not a WOFF2 file */
export async function measureTypeface(woff2: Uint8Array): Promise<TypefaceMetrics> {
  // Loaded only if an edition has its own typefaces, since both libraries allocate memory for WebAssembly.
  const [{ default: decompress }, harfbuzz] = await Promise.all([
    import("wawoff2/decompress.js"),
    import("harfbuzzjs"),
  ]);
  const face = new harfbuzz.Face(new harfbuzz.Blob(await decompress(woff2)));
  const font = new harfbuzz.Font(face);
  const buffer = new harfbuzz.Buffer();
  const axis = face.getAxisInfos().wght;
  const { weight, isItalic } = readStyle(face.referenceTable("OS/2"), face.referenceTable("head"));
  const weights = axis ? ([axis.min, axis.max] as const) : ([weight, weight] as const);
  const characters = new Set(face.collectUnicodes());

  function getWidth(wanted: number): number {
    if (axis) font.setVariations([new harfbuzz.Variation("wght", clamp(wanted, weights))]);
    buffer.clearContents();
    buffer.addText(SAMPLE);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer);
    return buffer.getGlyphPositions().reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0) / face.upem;
  }

  const { ascender, descender, lineGap } = font.hExtents();
  return {
    weights,
    isItalic,
    hasLatin: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].every((letter) =>
      characters.has(letter.charCodeAt(0)),
    ),
    ascent: ascender / face.upem,
    descent: -descender / face.upem,
    lineGap: lineGap / face.upem,
    widths: { regular: getWidth(MEASURED.regular), bold: getWidth(MEASURED.bold) },
  };
}

/** Reads weight and slope from a file's tables OS/2 and head (OpenType 1.9). */
function readStyle(os2: Uint8Array | undefined, head: Uint8Array | undefined): { weight: number; isItalic: boolean } {
  const read = (table: Uint8Array | undefined, offset: number) =>
    table && table.length >= offset + 2 ? new DataView(table.buffer, table.byteOffset).getUint16(offset) : undefined;
  const selection = read(os2, 62);
  // Bits 0 (italic) and 9 (oblique) of fsSelection; without table OS/2, bit 1 (italic) of macStyle.
  const isItalic = selection === undefined ? ((read(head, 44) ?? 0) & 2) > 0 : (selection & 0x201) > 0;
  return { weight: clamp(read(os2, 4) ?? 400, [1, 1000]), isItalic };
}

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value));
}
