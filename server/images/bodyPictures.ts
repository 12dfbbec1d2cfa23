import { decodeHTML } from "entities";
import type { Tone } from "../../core/skyline.ts";
import { escapeHtml } from "../feeds/text.ts";
import { pictureAddress, srcSetOf, WIDTHS } from "./address.ts";

const PICTURE = /<img\b[^>]*>/g;
const SOURCE = /\ssrc="([^"]*)"/;

/** The addresses of the pictures that stand in a story's cleaned text. */
export function pictureUrlsIn(html: string): string[] {
  return Array.from(html.matchAll(PICTURE), ([tag]) => sourceOf(tag)).filter((url) => url !== "");
}

/**
 * A story's cleaned text with its pictures at our own addresses, so that reading it asks nobody but us.
 *
 * @param siteUrl where those addresses begin, for texts that are read elsewhere
 */
export function withOwnPictures(html: string, slug: string, tone: Tone, siteUrl = ""): string {
  return html.replace(PICTURE, (tag) => {
    const url = sourceOf(tag);
    if (!url) return "";
    const src = siteUrl + pictureAddress(url, WIDTHS[1], slug, tone);
    const srcSet = srcSetOf(url, slug, tone, siteUrl);
    const own = `src="${escapeHtml(src)}" srcset="${escapeHtml(srcSet)}" sizes="(min-width: 720px) 680px, 100vw"`;
    return tag.replace(SOURCE, () => ` ${own}`);
  });
}

function sourceOf(tag: string): string {
  return decodeHTML(SOURCE.exec(tag)?.[1] ?? "");
}
