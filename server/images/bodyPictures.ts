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

/** A story's cleaned text with its pictures at our own addresses, so that reading it asks nobody but us. */
export function withOwnPictures(html: string, slug: string, tone: Tone): string {
  return html.replace(PICTURE, (tag) => {
    const url = sourceOf(tag);
    if (!url) return "";
    const own = `src="${escapeHtml(pictureAddress(url, WIDTHS[1], slug, tone))}" srcset="${escapeHtml(srcSetOf(url, slug, tone))}" sizes="(min-width: 720px) 680px, 100vw"`;
    return tag.replace(SOURCE, () => ` ${own}`);
  });
}

function sourceOf(tag: string): string {
  return decodeHTML(SOURCE.exec(tag)?.[1] ?? "");
}
