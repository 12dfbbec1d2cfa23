/** Widths of stored images in pixels, chosen for the layout on normal and high-density screens. */
const WIDTHS = [320, 480, 800, 1280] as const;
/** Width in pixels for feeds and for browsers without `srcset`. */
const DEFAULT_WIDTH = 800;

/** Formats of stored images, smallest files first. */
export const IMAGE_FORMATS = ["avif", "webp"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** A stored image: its key in our URLs, and the width and height, in pixels, of its original in upright position. */
export interface StoredImage {
  key: string;
  width: number;
  height: number;
}

/** Returns the widths in pixels at which an image is stored. None exceeds `width`, the width of the original. */
export function getWidths(width: number): number[] {
  const narrower = WIDTHS.filter((stored) => stored < width);
  const next = WIDTHS[narrower.length];
  return next === undefined ? narrower : [...narrower, Math.min(width, next)];
}

function toPath(key: string, width: number, format: ImageFormat): string {
  return `/pictures/${key}/${width}.${format}`;
}

/** Returns the path of an image as WebP, at most DEFAULT_WIDTH wide. */
export function getImagePath({ key, width }: StoredImage): string {
  const fitting = getWidths(width).filter((stored) => stored <= DEFAULT_WIDTH);
  return toPath(key, Math.max(...fitting), "webp");
}

/** Returns all widths of an image as a `srcset` attribute. `siteUrl` makes the URLs absolute. */
export function toSrcSet({ key, width }: StoredImage, format: ImageFormat, siteUrl = ""): string {
  return getWidths(width)
    .map((stored) => `${siteUrl}${toPath(key, stored, format)} ${stored}w`)
    .join(", ");
}

/** The image that social networks show for a page. Width and height are in pixels. */
export interface SocialImage {
  /** Path on this site. */
  src: string;
  width: number;
  height: number;
  alt: string;
}
