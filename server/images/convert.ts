import { rename, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { getWidths, IMAGE_FORMATS, type ImageFormat } from "../../core/imageSizes.ts";
import { getImageFile } from "./imageFiles.ts";

export interface Conversion {
  original: string;
  folder: string;
  /** Name of the image in file names and URLs. */
  key: string;
}

export interface ConvertedImage {
  /** `width` and `height`: size of the upright original, in pixels. */
  width: number;
  height: number;
  /** Total size of the converted files, in bytes. */
  bytes: number;
}

export const MAX_MEGAPIXELS = 20;
/** Minimum width and height in pixels. Smaller images are tracking pixels or too small to show. */
const MIN_SIDE = 32;

/** Encoders by format. Raising `effort` by 1 makes files a little smaller and takes twice as long. */
const ENCODERS: Record<ImageFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
  webp: (image) => image.webp({ quality: 74, effort: 4 }),
};

/**
 * Returns an image's upright size in pixels, its format and its EXIF orientation. Reads only the file's header, so that
 * no image above `maxMegapixels` is decoded. @throws {Error} if the file is too large, too small or no image
 */
export async function readHeader(original: string | Uint8Array, maxMegapixels: number) {
  const { autoOrient, format, orientation = 1 } = await sharp(original, { limitInputPixels: false }).metadata();
  const { width, height } = autoOrient;
  const megapixels = (width * height) / 1e6;
  if (megapixels > maxMegapixels)
    throw new Error(`The image has ${Math.round(megapixels)} megapixels; the limit is ${maxMegapixels}.`);
  if (Math.min(width, height) < MIN_SIDE)
    throw new Error(`The image is too small: ${width} × ${height} pixels; the minimum is ${MIN_SIDE} a side.`);
  return { width, height, format, orientation };
}

/**
 * Writes an image in all sizes, upright, in sRGB and without metadata.
 * @throws {Error} if the image is too large, too small or damaged
 */
export async function convert({ original, folder, key }: Conversion): Promise<ConvertedImage> {
  const { width, height } = await readHeader(original, MAX_MEGAPIXELS);
  const widths = getWidths(width);
  const { data, info } = await sharp(original, { limitInputPixels: MAX_MEGAPIXELS * 1e6 })
    .autoOrient()
    .flatten({ background: "#fff" })
    .resize({ width: Math.max(...widths) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let bytes = 0;
  for (const size of widths)
    for (const format of IMAGE_FORMATS) {
      const encoded = await ENCODERS[format](sharp(data, { raw }).resize({ width: size })).toBuffer();
      bytes += encoded.length;
      // Writes the file under another name first, so that a killed process leaves no truncated image.
      const file = getImageFile(folder, key, size, format);
      await writeFile(`${file}.part`, encoded);
      await rename(`${file}.part`, file);
    }
  return { width, height, bytes };
}
