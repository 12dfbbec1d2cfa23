import { createHash } from "node:crypto";
import type { ArticleImage } from "../../core/article.ts";
import type { Tone } from "../../core/skyline.ts";
import type { Picture } from "../news/views.ts";

/** The widths, in pixels, in which photographs are kept. */
export const WIDTHS = [400, 800, 1280] as const;

/**
 * Our own addresses of an article's photograph. The digest of the original's address stands in them, so that a changed
 * photograph has a new address and caches may keep the old one for ever.
 *
 * @param tone the palette of the skyline that is sent where the photograph cannot be had
 * @returns null where the article has no photograph
 */
export function pictureOf({ slug, image }: { slug: string; image: ArticleImage | null }, tone: Tone): Picture | null {
  if (!image) return null;
  const address = (width: number) => `/pictures/${tone}/${digest(image.url)}/${width}/${encodeURIComponent(slug)}`;
  return {
    src: address(WIDTHS[1]),
    srcSet: WIDTHS.map((width) => `${address(width)} ${width}w`).join(", "),
    alt: image.alt,
  };
}

/** What tells one original from another, short enough for an address. */
export function digest(url: string): string {
  return createHash("sha256").update(url).digest("base64url").slice(0, 12);
}
