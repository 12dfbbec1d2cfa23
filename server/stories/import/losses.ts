import { Parser } from "htmlparser2";
import { getEmbed } from "../../feeds/clean/embeds.ts";
import { removeTrackingParameters } from "../../feeds/clean/urls.ts";

/** Words, links and images of HTML. */
export interface Contents {
  words: string[];
  /** Addresses of links and of frames, except links around images. */
  links: string[];
  images: { src: string; alt: string }[];
}

const HIDDEN = "script style noscript template svg math textarea option xmp noembed noframes iframe object audio video";
const HIDDEN_ELEMENTS = new Set(HIDDEN.split(" "));
/** Matches the classes of player labels, and of buttons beside links to the same file. */
const HIDDEN_CLASS =
  /(?:^|\s)(?:kg-audio-player|kg-audio-thumbnail|kg-video-overlay|kg-video-player|wp-block-file__button)/;
const INLINE = /^(?:a|abbr|b|cite|code|del|em|font|i|ins|mark|q|s|small|span|strike|strong|sub|sup|tt|u)$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
const IMAGE_FILE = /\.(?:avif|webp|jpe?g|png|gif|svg|tiff?|heic)$/i;
const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
/** Maximum number of words that a sentence quotes. */
const MAX_QUOTED = 12;

/** Splits a text into its words. Drops punctuation, which typography changes. */
export function splitWords(text: string): string[] {
  return text.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * Reads the words, links and images that readers see. Addresses in the text are not words. @param base base of relative
 * addresses
 */
export function readContents(html: string, base: string | null): Contents {
  const links: string[] = [];
  const images: Contents["images"] = [];
  let text = "";
  /** Number of open elements from the outermost hidden one; 0 if no hidden element is open. */
  let hiddenDepth = 0;
  let link: { address: string; hasImage: boolean } | null = null;
  const resolve = (address: string | undefined) => (address ? URL.parse(address, base ?? undefined) : null);
  const parser = new Parser({
    onopentag(name, attributes) {
      // Elements of Ghost's cards separate words, even inline ones.
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
      // A link around an image usually leads to the image's file or to a page with the image, below the post's address.
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

/** Returns true for the address of an image's file. */
export function isImageFile(address: string): boolean {
  return IMAGE_FILE.test(URL.parse(address)?.pathname ?? "");
}

/** Normalizes an address, so that two addresses of the same page are equal. */
function toLinkKey(address: string): string {
  const href = removeTrackingParameters(URL.parse(address)?.href ?? address);
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

/**
 * Returns the parts of a post's text that its story lacks. Each completes a sentence.
 *
 * @param source HTML of the export
 * @param shown HTML that readers get, with the texts beside it
 * @param base address of the post
 * @param replaceLink returns the address that replaces a link
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

/** Returns the words of a list that another list lacks, each as often as it is missing. */
export function subtract(words: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count <= 0;
  });
}

/** Quotes the first words of a list. */
export function quoteWords(words: readonly string[]): string {
  return words.slice(0, MAX_QUOTED).join(" ") + (words.length > MAX_QUOTED ? " …" : "");
}
