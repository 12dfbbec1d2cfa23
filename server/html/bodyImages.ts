import { decodeHTML } from "entities";
import { getImagePath, type StoredImage, toSrcSet } from "../../core/imageSizes.ts";
import { escapeHtml } from "./text.ts";

const IMAGE = /<img\b[^<>]*>/g;
const IMAGE_OR_LINK = /<img\b[^<>]*>|<a |<\/a>/g;
const SRC = /\ssrc="([^"]*)"/;
const ALT = /\salt="([^"]*)"/;
const LAYOUT_ATTRIBUTES = /\s(?:width|height|loading)="[^"]*"/g;
/** Value of `sizes` for the width of a story's text column. */
const SIZES = "(min-width: 720px) 680px, 100vw";

interface Replacements {
  /** Stored images by the URLs of their originals. */
  images: ReadonlyMap<string, StoredImage>;
  /** URL of the drawing that replaces images that are not stored; null to remove such images. */
  skyline: string | null;
  /** Prefix that makes our URLs absolute, for text that is shown outside this site. */
  siteUrl?: string;
}

export function listImageUrls(html: string): string[] {
  return Array.from(html.matchAll(IMAGE), ([tag]) => getSource(tag)).filter((url) => url !== "");
}

/** Replaces images in a story's cleaned HTML with our copies, so that readers' browsers contact no third party. */
export function replaceImages(html: string, { images, skyline, siteUrl = "" }: Replacements): string {
  return html.replace(IMAGE, (tag) => {
    const url = getSource(tag);
    const stored = images.get(url);
    const bare = tag.replace(LAYOUT_ATTRIBUTES, "");
    if (!stored && skyline && url)
      return bare.replace(SRC, () => ` src="${escapeHtml(skyline)}" width="320" height="180" loading="lazy"`);
    if (!stored) return "";
    const { width, height } = stored;
    const sources = (format: "avif" | "webp") => `srcset="${toSrcSet(stored, format, siteUrl)}" sizes="${SIZES}"`;
    const attributes = `src="${siteUrl}${getImagePath(stored)}" ${sources("webp")} width="${width}" height="${height}" loading="lazy" decoding="async"`;
    const image = bare.replace(SRC, () => ` ${attributes}`);
    return `<picture><source type="image/avif" ${sources("avif")}>${image}</picture>`;
  });
}

/** Replaces images in a story's cleaned HTML with links to the originals, or removes them if `isLinked` is false. */
export function linkImages(html: string, isLinked: boolean): string {
  // A link cannot contain another link.
  let isInLink = false;
  return html.replace(IMAGE_OR_LINK, (tag) => {
    if (!tag.startsWith("<img")) {
      isInLink = tag === "<a ";
      return tag;
    }
    const url = getSource(tag);
    if (!isLinked || !url || isInLink) return "";
    const description = decodeHTML(ALT.exec(tag)?.[1] ?? "");
    return `<a href="${escapeHtml(url)}">${escapeHtml(description ? `Photo: ${description}` : "Photo")}</a>`;
  });
}

function getSource(tag: string): string {
  return decodeHTML(SRC.exec(tag)?.[1] ?? "");
}
