import { rename, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { PICTURE_FORMATS, type PictureFormat, widthsOf } from "../../core/picture.ts";
import { pictureFile } from "./files.ts";

/** A photograph that is to be brought into our sizes: the file of the original, and where to and under what name. */
export interface Conversion {
  original: string;
  folder: string;
  key: string;
}

/** The original's size, upright, and how many bytes all files have. */
export interface Converted {
  width: number;
  height: number;
  bytes: number;
}

const MAX_MEGAPIXELS = 20;
/** What is smaller is a counter's pixel, or nothing that one could show. */
const MIN_SIDE = 32;

/** A little more effort makes files a little smaller and takes twice the time. */
const ENCODE: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 74, effort: 4 }),
};

/**
 * Makes of a photograph the files that pages use: upright, in sRGB, without whatever else stood in the original.
 *
 * @throws {Error} naming what is wrong with it
 */
export async function convert({ original, folder, key }: Conversion): Promise<Converted> {
  // The head alone is read here: a picture too large is never unpacked.
  const head = await sharp(original, { limitInputPixels: false }).metadata();
  const { width, height } = head.autoOrient;
  const megapixels = (width * height) / 1e6;
  if (megapixels > MAX_MEGAPIXELS)
    throw new Error(`It has ${Math.round(megapixels)} megapixels; at most ${MAX_MEGAPIXELS} are taken.`);
  if (Math.min(width, height) < MIN_SIDE) throw new Error(`It has ${width} × ${height} pixels: too small to be shown.`);

  const widths = widthsOf(width);
  const { data, info } = await sharp(original, { limitInputPixels: MAX_MEGAPIXELS * 1e6 })
    .autoOrient()
    .flatten({ background: "#fff" })
    .resize({ width: Math.max(...widths) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let bytes = 0;
  for (const kept of widths)
    for (const format of PICTURE_FORMATS) {
      const made = await ENCODE[format](sharp(data, { raw }).resize({ width: kept })).toBuffer();
      bytes += made.length;
      // Written aside and moved, so that a killed process leaves no half picture under the real name.
      const file = pictureFile(folder, key, kept, format);
      await writeFile(`${file}.part`, made);
      await rename(`${file}.part`, file);
    }
  return { width, height, bytes };
}
