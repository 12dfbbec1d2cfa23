import sharp from "sharp";
import { MAX_MEGAPIXELS, readHeader } from "./convert.ts";

/** Sides, in pixels, of the squares that thumbnails fit into. */
export const THUMBNAIL_WIDTHS = [320, 960] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

export interface InspectedImage {
  /** Upright size in pixels. */
  width: number;
  height: number;
  /** WebP files without metadata. Each file's key is the side, in pixels, of the square that the image fits into. */
  thumbnails: Record<ThumbnailWidth, Uint8Array>;
  /**
   * Smaller copy of a photo that is too large for the site; null for other photos. Its only metadata is the
   * orientation.
   */
  reduced: Uint8Array | null;
}

/** Limit for JPEG files. Some phones take photos of this size. A JPEG file is decoded in parts, with little memory. */
const MAX_JPEG_MEGAPIXELS = 108;
/** Number of pixels of the reduced copy of a photo, slightly below the limit, since width and height are rounded. */
const REDUCED_PIXELS = 0.98 * MAX_MEGAPIXELS * 1e6;

/** Measures an image for the desk and creates thumbnails. @throws {Error} if it is too large, too small or damaged */
export async function inspect(original: Uint8Array): Promise<InspectedImage> {
  const { format } = await sharp(original, { limitInputPixels: false }).metadata();
  const isJpeg = format === "jpeg";
  const header = await readHeader(original, isJpeg ? MAX_JPEG_MEGAPIXELS : MAX_MEGAPIXELS);
  const isLarge = header.width * header.height > MAX_MEGAPIXELS * 1e6;
  const reduced = isLarge ? await reduce(original, header) : null;
  const { width, height } = reduced ? await readHeader(reduced, MAX_MEGAPIXELS) : header;
  const large = await createThumbnail(reduced ?? original, 960);
  return { width, height, thumbnails: { 320: await createThumbnail(large, 320), 960: large }, reduced };
}

/**
 * Creates the reduced copy of a photo. Equal photos give equal copies, so the library stores the copy only once. Keeps
 * the orientation in EXIF, but not the location.
 */
function reduce(
  original: Uint8Array,
  { width, height, orientation }: Awaited<ReturnType<typeof readHeader>>,
): Promise<Uint8Array> {
  const scale = Math.sqrt(REDUCED_PIXELS / (width * height));
  const stored = orientation > 4 ? height : width;
  return sharp(original, { limitInputPixels: MAX_JPEG_MEGAPIXELS * 1e6 })
    .resize({ width: Math.floor(stored * scale) })
    .withExif({ IFD0: { Orientation: `${orientation}` } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

function createThumbnail(original: Uint8Array, width: ThumbnailWidth): Promise<Uint8Array> {
  return sharp(original, { limitInputPixels: MAX_MEGAPIXELS * 1e6 })
    .autoOrient()
    .resize({ width, height: width, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .webp({ quality: 74, effort: 2 })
    .toBuffer();
}
