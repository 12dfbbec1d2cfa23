/** The widths, in pixels, in which photographs are kept: what the layout shows, on plain screens and on fine ones. */
const WIDTHS = [320, 480, 800, 1280] as const;
/** What is shown where a browser knows no `srcset`, and what our feeds name. */
const PLAIN_WIDTH = 800;

/** The formats in which photographs are kept, the smaller first. */
export const PICTURE_FORMATS = ["avif", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** A photograph that we keep: its name in our addresses, and the true size of the original, upright. */
export interface Photograph {
  key: string;
  width: number;
  height: number;
}

/** The widths in which a photograph of some width is kept. None is wider than the photograph. */
export function widthsOf(width: number): number[] {
  const narrower = WIDTHS.filter((known) => known < width);
  return narrower.length < WIDTHS.length ? [...narrower, Math.min(width, WIDTHS[narrower.length] ?? width)] : narrower;
}

/** Our own address of a photograph, from its first slash. */
function pictureAddress(key: string, width: number, format: PictureFormat): string {
  return `/pictures/${key}/${width}.${format}`;
}

/** The address of a photograph for whoever takes just one. */
export function plainAddress({ key, width }: Photograph): string {
  const fitting = widthsOf(width).filter((kept) => kept <= PLAIN_WIDTH);
  return pictureAddress(key, Math.max(...fitting), "webp");
}

/** A photograph in every width, as the attribute `srcset` has it; `siteUrl` stands before each for texts that are read elsewhere. */
export function srcSetOf({ key, width }: Photograph, format: PictureFormat, siteUrl = ""): string {
  return widthsOf(width)
    .map((kept) => `${siteUrl}${pictureAddress(key, kept, format)} ${kept}w`)
    .join(", ");
}

/** The picture that stands for a page where it is shared. */
export interface Card {
  /** An address of our own, from its first slash. */
  src: string;
  width: number;
  height: number;
  alt: string;
}
