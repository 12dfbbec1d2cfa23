import { Parser } from "htmlparser2";
import type { ArticleImage } from "../../core/article.ts";
import type { Entry, PictureCandidate } from "./entry.ts";
import { pixels } from "./media.ts";
import { soundText } from "./text.ts";

const SMALLEST = 200;
/** What is no photograph of the story: counters, spacers, buttons, portraits of authors. */
const NO_PHOTOGRAPH =
  /feeds\.feedburner\.com\/(~|[^/]+\/~)|feedsportal|doubleclick|\/pixel\b|[/_.-](pixel|spacer|blank|transparent|1x1|tracking|beacon)[_.-]|gravatar\.com\/avatar|[/_-]avatars?[/_.-]|[/_-]icons?[/_.-]|favicon|emoji|wp-includes\/images\/smilies|stats\.wordpress|\/b\.gif|share[-_]?(button|icon)|badge|button[_.-]|\.(svg|ico)([?#]|$)/i;

/**
 * The picture that shows what an article is about.
 *
 * What the feed names as the article's picture comes before what its text holds: Media RSS, enclosures, iTunes; then the
 * first image source in the content, then in the description (specification, section 3). Of those in the first place that
 * has any, the largest that is at least 200 pixels wide, or does not say how wide it is.
 */
export function imageOf(entry: Entry): ArticleImage | null {
  const picture =
    largest(entry.pictures) ?? firstIn(entry.content.value, entry.base) ?? firstIn(entry.description.value, entry.base);
  if (!picture) return null;
  const { alt, caption, credit } = picture;
  return { ...picture, alt: soundText(alt), caption: soundText(caption), credit: soundText(credit) };
}

function largest(candidates: readonly PictureCandidate[]): PictureCandidate | null {
  const usable = candidates.filter(isUsable);
  const widest = usable.reduce((most, { width }) => Math.max(most, width ?? 0), 0);
  return usable.find(({ width }) => (width ?? 0) === widest) ?? null;
}

function firstIn(html: string, base: string | null): PictureCandidate | null {
  if (!/<img/i.test(html)) return null;
  return imagesIn(html, base).find(isUsable) ?? null;
}

function isUsable({ url, width, height }: PictureCandidate): boolean {
  if (!/^https?:/.test(url) || NO_PHOTOGRAPH.test(url)) return false;
  return (width === null || width >= SMALLEST) && (height === null || height >= 80);
}

function imagesIn(html: string, base: string | null): PictureCandidate[] {
  const images: PictureCandidate[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name !== "img") return;
        const { src, alt, width, height, srcset } = attributes;
        const lazy = attributes["data-src"] ?? attributes["data-lazy-src"] ?? attributes["data-original"];
        const set = widestOf(srcset ?? attributes["data-srcset"] ?? "");
        const address = set?.url ?? (src && !src.startsWith("data:") ? src : lazy);
        const url = address ? URL.parse(address.trim(), base ?? undefined)?.href : undefined;
        if (!url) return;
        images.push({
          url,
          width: set ? set.width : pixels(width),
          height: set ? null : pixels(height),
          ...{ alt: alt?.trim() ?? "", caption: "", credit: "" },
        });
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return images;
}

/**
 * The largest picture of a `srcset`; its width is known where it says widths, and not where it says densities. One pass,
 * since a text of this length may be anything.
 */
function widestOf(srcset: string): { url: string; width: number | null } | null {
  let largest: { url: string; width: number | null } | null = null;
  let most = 0;
  let url = "";
  for (const word of srcset.trim().split(/\s+/)) {
    const [descriptor = "", digits, unit] = /^(\d+(?:\.\d+)?)([wx])/.exec(word) ?? [];
    const size = Number(digits);
    if (url && size > most) {
      largest = { url, width: unit === "w" ? size : null };
      most = size;
    }
    url = word.slice(descriptor.length).replace(/^,/, "");
  }
  return largest;
}
