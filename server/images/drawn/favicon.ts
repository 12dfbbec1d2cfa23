import sharp from "sharp";
import type { Edition } from "../../editions/load.ts";

const RED = "#c8102e";
/** Pixels on a side of the icon for browsers that know no drawings. */
const SIDE = 32;
/** An edition without a mark has the square that marks sections. */
const SQUARE = "M3 3h18v18H3z";

/** The icon of an edition's pages: its mark, as an SVG file. */
export function drawIcon(emblem: Edition["emblem"]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${SIDE}" height="${SIDE}"><path d="${emblem?.path ?? SQUARE}" fill="${RED}"/></svg>`;
}

/** The same as an ICO file that holds one PNG. */
export async function iconFile(emblem: Edition["emblem"]): Promise<Uint8Array> {
  const png = await sharp(Buffer.from(drawIcon(emblem)))
    .png({ palette: true })
    .toBuffer();
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(SIDE, 6);
  head.writeUInt8(SIDE, 7);
  head.writeUInt16LE(1, 10); // plane
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
