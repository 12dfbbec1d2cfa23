import { decodeHTML } from "entities";
import { type Photograph, plainAddress, srcSetOf } from "../../core/picture.ts";
import { escapeHtml } from "../html/text.ts";

const PICTURE = /<img\b[^>]*>/g;
const SOURCE = /\ssrc="([^"]*)"/;
const LAYOUT = /\s(?:width|height|loading)="[^"]*"/g;
/** As wide as a story's text is. */
const SIZES = "(min-width: 720px) 680px, 100vw";

interface Means {
  /** The photographs that we have, by the addresses of their originals. */
  photographs: ReadonlyMap<string, Photograph>;
  /** The address of the drawing that stands where we have none; null where nothing is to stand there. */
  skyline: string | null;
  /** Where our addresses begin, for texts that are read elsewhere. */
  siteUrl?: string;
}

/** The addresses of the pictures that stand in a story's cleaned text. */
export function pictureUrlsIn(html: string): string[] {
  return Array.from(html.matchAll(PICTURE), ([tag]) => sourceOf(tag)).filter((url) => url !== "");
}

/** A story's cleaned text with its pictures at our own addresses, so that reading it asks nobody but us. */
export function withOwnPictures(html: string, { photographs, skyline, siteUrl = "" }: Means): string {
  return html.replace(PICTURE, (tag) => {
    const url = sourceOf(tag);
    const photograph = photographs.get(url);
    const bare = tag.replace(LAYOUT, "");
    if (!photograph && skyline && url)
      return bare.replace(SOURCE, () => ` src="${escapeHtml(skyline)}" width="320" height="180" loading="lazy"`);
    if (!photograph) return "";
    const { width, height } = photograph;
    const sourceSet = (format: "avif" | "webp") => `srcset="${srcSetOf(photograph, format, siteUrl)}" sizes="${SIZES}"`;
    const own = `src="${siteUrl}${plainAddress(photograph)}" ${sourceSet("webp")} width="${width}" height="${height}" loading="lazy" decoding="async"`;
    const image = bare.replace(SOURCE, () => ` ${own}`);
    return `<picture><source type="image/avif" ${sourceSet("avif")}>${image}</picture>`;
  });
}

function sourceOf(tag: string): string {
  return decodeHTML(SOURCE.exec(tag)?.[1] ?? "");
}
