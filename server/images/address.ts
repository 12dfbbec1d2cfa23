import { createHash } from "node:crypto";
import type { ArticleImage } from "../../core/article.ts";
import type { Tone } from "../../core/skyline.ts";
import type { Picture } from "../news/views.ts";

/** The widths, in pixels, in which photographs are kept. */
export const WIDTHS = [400, 800, 1280] as const;

/**
 * Our own address of one of an article's pictures. The digest of the original's address stands in it, so that a changed
 * picture has a new address and caches may keep the old one for ever.
 *
 * @param url the original's address
 * @param tone the palette of the skyline that is sent where the picture cannot be had
 */
export function pictureAddress(url: string, width: number, slug: string, tone: Tone): string {
  return `/pictures/${tone}/${digest(url)}/${width}/${encodeURIComponent(slug)}`;
}

/** The same in every width, as the attribute `srcset` has it; `siteUrl` stands before each for texts that are read elsewhere. */
export function srcSetOf(url: string, slug: string, tone: Tone, siteUrl = ""): string {
  return WIDTHS.map((width) => `${siteUrl}${pictureAddress(url, width, slug, tone)} ${width}w`).join(", ");
}

/** Our own addresses of an article's photograph; null where it has none. */
export function pictureOf({ slug, image }: { slug: string; image: ArticleImage | null }, tone: Tone): Picture | null {
  if (!image) return null;
  return {
    src: pictureAddress(image.url, WIDTHS[1], slug, tone),
    srcSet: srcSetOf(image.url, slug, tone),
    alt: image.alt,
    caption: image.caption,
    credit: image.credit,
  };
}

/** What tells one original from another, short enough for an address. */
export function digest(url: string): string {
  return createHash("sha256").update(url).digest("base64url").slice(0, 12);
}
