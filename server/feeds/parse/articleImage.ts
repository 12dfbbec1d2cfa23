import { Parser } from "htmlparser2";
import type { ArticleImage } from "../../../core/article.ts";
import { removeControls } from "../../../core/controls.ts";
import { findOriginal } from "../../../core/originalImage.ts";
import { getLargest, getLazyLargest, getLazySrc, isRealSrc, type SrcsetImage } from "../clean/imageCleaner.ts";
import { isHidden, isTiny, isTrackingUrl } from "../clean/trackingPixels.ts";
import { removeUnclosedElements } from "../clean/unclosedElements.ts";
import { type Attributes, toAbsoluteUrl } from "../clean/urls.ts";
import { parsePixels } from "./media.ts";
import type { EntryImage, RawEntry } from "./rawFeed.ts";

/** Minimum size, in pixels, of an image that can become the story's image. */
const MIN_WIDTH = 200;
const MIN_HEIGHT = 80;
/** Minimum width, in pixels, of a thumbnail whose original can become the story's image. Icons are narrower. */
const MIN_THUMBNAIL_WIDTH = 70;
/** Assumed width, in pixels, of an image that declares none and is not a thumbnail. */
const USUAL_WIDTH = 600;
/** Words in names of files and folders that mark tracking pixels, spacers, buttons and author portraits. */
const DECORATION =
  "pixel|spacer|blank|transparent|clear|tracking|tracker|track|beacon|badge|avatar|icon|favicon|button|placeholder|lazy|1x1|share";
const DECORATION_NAME = new RegExp(`^(?:(?:${DECORATION})s?[-_.]?)+[-_x\\d]*$`, "i");
const DECORATION_FOLDER = /^(pixel|spacer|blank|transparent|tracking|beacon|badge|avatar|icon|button)s?$/i;
/** Matches image descriptions that content management systems insert where the author wrote none. */
const PLACEHOLDER_ALT =
  /^(?:(?:article|featured|main|lead|default) )?(?:image )?(?:alt(?:ernative)?[ -]?text|image|placeholder)$/i;
/** Maximum length, in characters, of file names that are matched against `DECORATION_NAME`, which is slow for longer ones. */
const MAX_NAME_LENGTH = 60;
/** Matches paths of emoji, and of decorations in some content management systems. */
const DECORATION_PATH =
  /\/(tw)?emoji\/|twemoji|\/wp-includes\/images\/smilies\/|_icon_(large|medium|small)\.|\/b\.gif$/i;

/**
 * Returns the widest usable image of the entry's own elements, else an image in its content, else an image in its
 * description (specification, section 3). If no image is usable, returns a thumbnail with a usable original, else null.
 */
export function findImage(entry: RawEntry): ArticleImage | null {
  const find = (isSuitable: typeof isUsable) =>
    findWidest(entry.images.filter(isSuitable), ({ width, isThumbnail }) => width ?? (isThumbnail ? 0 : USUAL_WIDTH)) ??
    findInText(entry.content.value, entry.baseUrl, isSuitable) ??
    findInText(entry.description.value, entry.baseUrl, isSuitable);
  const image = find(isUsable) ?? find(hasOriginal);
  if (!image) return null;
  const { url, width, height, alt, caption, credit } = image;
  return {
    url,
    width,
    height,
    alt: PLACEHOLDER_ALT.test(alt.trim()) ? "" : removeControls(alt),
    caption: removeControls(caption),
    credit: removeControls(credit),
  };
}

/** Returns a text's first suitable image, or the widest one if the first declares its width; null for none. */
function findInText(html: string, baseUrl: string | null, isSuitable: typeof isUsable): EntryImage | null {
  if (!/<img/i.test(html)) return null;
  const [first, ...others] = getImages(html, baseUrl).filter(isSuitable);
  return first?.width ? findWidest([first, ...others], ({ width }) => width ?? 0) : (first ?? null);
}

function findWidest(candidates: readonly EntryImage[], getWidth: (candidate: EntryImage) => number): EntryImage | null {
  const maxWidth = candidates.reduce((max, candidate) => Math.max(max, getWidth(candidate)), 0);
  return candidates.find((candidate) => getWidth(candidate) === maxWidth) ?? null;
}

function isUsable({ url: address, width, height }: EntryImage): boolean {
  const url = /^https?:/.test(address) ? URL.parse(address) : null;
  if (!url || (width !== null && width < MIN_WIDTH) || (height !== null && height < MIN_HEIGHT)) return false;
  // A declared width of at least `MIN_WIDTH` proves that an image is not a decoration, whatever its name.
  const isWide = width !== null;
  if (isTrackingUrl(url, isWide) || /(^|\.)gravatar\.com$/.test(url.hostname)) return false;
  return !/\.(svg|ico)$/i.test(url.pathname) && (isWide || !isDecoration(url.pathname));
}

/** Returns true for a thumbnail with a usable original, which is downloaded in place of the thumbnail. */
function hasOriginal(image: EntryImage): boolean {
  const original = findOriginal(image.url);
  if (!original || original.thumbnailWidth < MIN_THUMBNAIL_WIDTH) return false;
  return isUsable({ ...image, url: original.url, width: null, height: null });
}

/** Returns true if an image's path looks like the path of a decoration. Hostnames are ignored. */
function isDecoration(path: string): boolean {
  if (DECORATION_PATH.test(path)) return true;
  const folders = path.split("/");
  const [name = ""] = /^.*?(?=\.\w+$|$)/.exec(folders.pop() ?? "") ?? [];
  return (
    (name.length <= MAX_NAME_LENGTH && DECORATION_NAME.test(name)) ||
    folders.some((folder) => DECORATION_FOLDER.test(folder))
  );
}

function getImages(html: string, baseUrl: string | null): EntryImage[] {
  const images: EntryImage[] = [];
  /** Largest image of one `source` in the current `picture`: the first that lists images. Null outside a `picture`. */
  let source: SrcsetImage | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === "picture") source = null;
        if (name === "source") source ??= getLazyLargest(attributes) ?? getLargest(attributes.srcset);
        if (name !== "img" || isHidden(attributes)) return;
        const image = chooseSource(attributes, source);
        const url = image && toAbsoluteUrl(image.url, baseUrl);
        if (!url) return;
        const height = image.isFromSet ? null : parsePixels(attributes.height);
        const alt = attributes.alt?.trim() ?? "";
        images.push({ url, width: image.width, height, alt, caption: "", credit: "" });
      },
      onclosetag(name) {
        if (name === "picture") source = null;
      },
    },
    { decodeEntities: true },
  );
  parser.end(removeUnclosedElements(html));
  return images;
}

/** Returns the image of an `img`; null for none. `src` has the lowest precedence, since it may be a placeholder. */
function chooseSource(attributes: Attributes, source: SrcsetImage | null) {
  const { src, srcset, width, height } = attributes;
  // Beside a lazy-loading attribute, a size of up to 3 pixels belongs to the placeholder.
  const single = (url: string | undefined, isLazy = false) =>
    url
      ? { url, width: isLazy && isTiny(width) ? null : parsePixels(width), isFromSet: isLazy && isTiny(height) }
      : null;
  const fromSet = (image: SrcsetImage | null) => image && { ...image, isFromSet: true };
  return (
    fromSet(getLazyLargest(attributes)) ??
    single(getLazySrc(attributes), src !== undefined) ??
    fromSet(getLargest(srcset)) ??
    (isRealSrc(src) ? single(src) : null) ??
    fromSet(source) ??
    single(src)
  );
}
