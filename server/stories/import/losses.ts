import { Parser } from "htmlparser2";
import { getEmbed } from "../../feeds/clean/embeds.ts";
import { removeTrackingParameters } from "../../feeds/clean/urls.ts";

/** Words, links and images in an HTML document. */
export interface Contents {
  words: string[];
  /** Addresses of links and frames, except links around images that lead to the images themselves. */
  links: string[];
  images: { src: string; alt: string }[];
}

const HIDDEN = "script style noscript template svg math textarea option xmp noembed noframes iframe object audio video";
const HIDDEN_ELEMENTS = new Set(HIDDEN.split(" "));
/** Matches classes of elements that repeat content: labels of players, and buttons beside links to the same file. */
const HIDDEN_CLASS =
  /(?:^|\s)(?:kg-audio-player|kg-audio-thumbnail|kg-video-overlay|kg-video-player|wp-block-file__button)/;
const INLINE = /^(?:a|abbr|b|cite|code|del|em|font|i|ins|mark|q|s|small|span|strike|strong|sub|sup|tt|u)$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
const IMAGE_FILE = /\.(?:avif|webp|jpe?g|png|gif|svg|tiff?|heic)$/i;
const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Maximum number of lost words that a remark quotes. */
const MAX_QUOTED = 12;

/** Splits a text into words. Drops punctuation, which the conversion may change. */
export function splitWords(text: string): string[] {
  return text.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * Returns the words, links and images that readers of an HTML document see. Web addresses in the text do not count as
 * words.
 *
 * @param base base URL of relative addresses; null for none
 */
export function readContents(html: string, base: string | null): Contents {
  const links: string[] = [];
  const images: Contents["images"] = [];
  let text = "";
  /** Number of open elements, counted from the outermost hidden element; 0 outside of hidden elements. */
  let hiddenDepth = 0;
  let link: { address: string; hasImage: boolean } | null = null;
  const resolve = (address: string | undefined) => (address ? URL.parse(address, base ?? undefined) : null);
  const parser = new Parser({
    onopentag(name, attributes) {
      // Elements of Ghost's cards separate words, even if they are inline elements.
      if (!INLINE.test(name) || attributes.class?.startsWith("kg-")) text += " ";
      if (name === "iframe" || name === "embed") {
        const embed = getEmbed(attributes, base);
        if (embed && hiddenDepth === 0) links.push(toLinkKey(embed.url));
      }
      if (hiddenDepth > 0 || HIDDEN_ELEMENTS.has(name) || HIDDEN_CLASS.test(attributes.class ?? "")) {
        if (!VOID.test(name)) hiddenDepth++;
        return;
      }
      if (name === "img") {
        images.push({ src: attributes.src ?? "", alt: attributes.alt ?? "" });
        if (link) link.hasImage = true;
      }
      if (name !== "a") return;
      const url = /^#(?!\/)/.test(attributes.href ?? "") ? null : resolve(attributes.href);
      link = url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? { address: url.href, hasImage: false } : null;
    },
    ontext(data) {
      if (hiddenDepth === 0) text += data;
    },
    onclosetag(name) {
      if (!INLINE.test(name)) text += " ";
      if (hiddenDepth > 0 && !VOID.test(name)) hiddenDepth--;
      if (name !== "a" || !link) return;
      // A link around an image usually leads to the image's file, or to a page for the image. The address of that page
      // begins with the post's address.
      const isOfImage =
        link.hasImage &&
        (isImageFile(link.address) ||
          /[?&]attachment_id=/.test(link.address) ||
          (base && link.address.startsWith(base)));
      if (!isOfImage) links.push(toLinkKey(link.address));
      link = null;
    },
  });
  parser.end(html);
  return { words: splitWords(text.replace(ADDRESS, " ")), links, images };
}

/** Returns true if an address has the file extension of an image. */
export function isImageFile(address: string): boolean {
  return IMAGE_FILE.test(URL.parse(address)?.pathname ?? "");
}

/** Removes tracking parameters and percent-encoding from an address, so that addresses of the same page are equal. */
function toLinkKey(address: string): string {
  const href = removeTrackingParameters(URL.parse(address)?.href ?? address);
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

/**
 * Lists words and links of an imported post that the resulting story lacks. Each item is part of a sentence, such as
 * "lost the link to …".
 *
 * @param source HTML of the post in the export
 * @param shown HTML of the story, including its title and other texts
 * @param base address of the post
 * @param replaceLink returns the address with which the import replaces a link
 */
export async function listLosses(
  source: string,
  shown: string,
  base: string | null,
  replaceLink: (url: URL) => Promise<string>,
): Promise<string[]> {
  const had = readContents(source, base);
  const has = readContents(shown, base);
  const words = subtract(had.words, has.words);
  const losses = words.length > 0 ? [`lost the words “${quoteWords(words)}”`] : [];
  const links = new Set(has.links);
  for (const address of new Set(had.links)) {
    const url = URL.parse(address);
    if (!url || links.has(address)) continue;
    const replaced = URL.parse(await replaceLink(url), base ?? undefined);
    if (!replaced || !links.has(toLinkKey(replaced.href))) losses.push(`lost the link to ${address}`);
  }
  return losses;
}

/**
 * Returns the words that occur more often in `words` than in `others`. For example, a word that occurs three times in
 * `words` and once in `others` is returned twice.
 */
export function subtract(words: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  });
}

/** Joins the first `MAX_QUOTED` words of a list, with an ellipsis for the rest. */
export function quoteWords(words: readonly string[]): string {
  return words.slice(0, MAX_QUOTED).join(" ") + (words.length > MAX_QUOTED ? " …" : "");
}
