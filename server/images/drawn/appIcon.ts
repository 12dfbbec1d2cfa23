import sharp from "sharp";
import type { Edition } from "../../editions/loading/load.ts";
import { getAccent } from "../../editions/look/accent.ts";
import type { DrawnLook } from "../../editions/look/drawnLook.ts";
import { getCapHeight, UNITS_PER_EM } from "./faces.ts";
import { loadHeadlineFaces } from "./headlineFaces.ts";
import { drawEmblem, getEmblemWidth, INK, toSvgDocument } from "./svg.ts";
import { drawText, fitText, getTextWidth, withOutlines } from "./typesetter.ts";

/** Shape of an icon. `side` is its width and height in pixels. Devices may crop a maskable icon. */
export interface IconShape {
  side: number;
  isMaskable: boolean;
}

const PAPER = "#ffffff";

/**
 * Draws an icon as a PNG file. The icon shows the initial of the nameplate's bold part, and the emblem below the
 * initial. Without an emblem, the initial has the accent color.
 *
 * @param woff2 the file of the look's own headline typeface
 */
export async function drawAppIcon(
  { nameplate, emblem, look }: Pick<Edition, "nameplate" | "emblem"> & { look?: DrawnLook | undefined },
  { side, isMaskable }: IconShape,
  woff2?: Uint8Array,
): Promise<Buffer<ArrayBuffer>> {
  const { second: face } = await loadHeadlineFaces(look?.headlines, woff2);
  // A mask shows at least a circle whose diameter is 80 % of the side.
  const width = side * (isMaskable ? 0.56 : 0.76);
  const capHeight = getCapHeight(face) / UNITS_PER_EM;
  const largest = Math.round((width * (emblem ? 0.68 : 0.9)) / capHeight);
  const [initial = ""] = nameplate.second;
  const letter = fitText(initial, face, { width, height: side, largest, smallest: 1, leading: 1 });
  const height = letter.size * capHeight;
  const { light: color } = getAccent(look);
  const emblemRow = { size: width * 0.16, step: width * 0.24, color };
  const gap = width * 0.12;
  const top = (side - height - (emblem ? gap + emblemRow.size : 0)) / 2;
  const drawing =
    drawText(letter, (side - getTextWidth(letter)) / 2, top, look?.accent && !emblem ? color : INK) +
    (emblem
      ? drawEmblem(emblem, { ...emblemRow, x: (side - getEmblemWidth(emblem, emblemRow)) / 2, y: top + height + gap })
      : "");
  return sharp(Buffer.from(toSvgDocument({ width: side, height: side }, withOutlines(drawing))))
    .flatten({ background: PAPER })
    .png({ palette: true, effort: 10 })
    .toBuffer();
}
