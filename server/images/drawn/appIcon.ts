import sharp from "sharp";
import type { Edition } from "../../editions/load.ts";
import { EM, getCapHeight, getInkBox, shapeLine } from "./faces.ts";
import { drawEmblem, getEmblemWidth, INK, toSvgDocument } from "./svg.ts";
import { drawText, fitText, withOutlines } from "./typesetter.ts";

/** An icon's side in pixels. Devices may crop a maskable icon to their own shape. */
export interface IconShape {
  side: number;
  isMaskable: boolean;
}

const FACE = "newsreader-700";
const PAPER = "#ffffff";

/** Draws the initial of the nameplate's bold part over the edition's emblem, as a PNG file. */
export async function drawAppIcon(
  { nameplate, emblem }: Pick<Edition, "nameplate" | "emblem">,
  { side, isMaskable }: IconShape,
): Promise<Buffer<ArrayBuffer>> {
  // A mask keeps at least a circle of four fifths of the side.
  const space = side * (isMaskable ? 0.56 : 0.76);
  const [initial = ""] = nameplate.second;
  const ink = measureInk(initial);
  const height = Math.min(space * (emblem ? 0.68 : 0.9), (space * ink.height) / ink.width);
  const row = { size: space * 0.16, step: space * 0.24 };
  const gap = space * 0.12;
  const top = (side - height - (emblem ? gap + row.size : 0)) / 2;
  const letter = fitText(initial, FACE, { width: 2 * EM, height: 2 * EM, largest: EM, smallest: EM, leading: 1 });
  const body =
    `<svg x="${(side - space) / 2}" y="${top}" width="${space}" height="${height}" viewBox="${ink.x} ${ink.y} ${ink.width} ${ink.height}">` +
    `${drawText(letter, 0, -getCapHeight(FACE), INK)}</svg>` +
    (emblem ? drawEmblem(emblem, { ...row, x: (side - getEmblemWidth(emblem, row)) / 2, y: top + height + gap }) : "");
  return sharp(Buffer.from(toSvgDocument({ width: side, height: side }, withOutlines(body))))
    .flatten({ background: PAPER })
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

/** Returns the box around a letter's ink, in em units from its origin; a guess for letters that our face lacks. */
function measureInk(letter: string) {
  const [run] = shapeLine(letter, FACE);
  const [glyph] = run && "glyphs" in run ? run.glyphs : [];
  return glyph ? getInkBox(glyph.id) : { x: 0, y: -0.75 * EM, width: run?.width ?? EM, height: EM };
}
