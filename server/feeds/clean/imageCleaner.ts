import { isTiny, isTrackingPixel, isTrackingUrl } from "./trackingPixels.ts";
import { FROM_NOSCRIPT } from "./unclosedElements.ts";
import { type Attributes, resolveAttribute, toAbsoluteUrl, unescapeUrl } from "./urls.ts";

/** Creates the image filter for one text. Its methods must be called for the text's elements in order. */
export function createImageCleaner(base: string | null) {
  let isInPicture = false;
  /** URL of an image for the current `picture`: the largest of the first `source` that has images; otherwise null. */
  let sourceUrl: string | null = null;
  let previous: { src: string | null; isLazy: boolean } | null = null;

  function toggle(name: string, isOpen: boolean): void {
    if (name !== "picture") return;
    sourceUrl = null;
    isInPicture = isOpen;
  }

  return {
    enter: (name: string) => toggle(name, true),
    close: (name: string) => toggle(name, false),
    /** Returns the attributes of a `source`; {} inside a `picture`, to remove the `source`. */
    cleanSource(attributes: Attributes): Attributes {
      if (isInPicture) {
        sourceUrl ??= getLazyLargest(attributes)?.url ?? getLargest(attributes.srcset)?.url ?? null;
        return {};
      }
      return resolveAttribute(attributes, "src", base);
    },
    /** Returns the attributes of an `img`; {} for an image to be removed. */
    cleanImage(attributes: Attributes): Attributes {
      const { src: ownSrc, ...others } = attributes;
      const { srcset, width, height } = attributes;
      const lazySrc = getLazySrc(attributes) ?? getLazyLargest(attributes)?.url;
      const isReal = isRealSrc(ownSrc);
      const chosen = lazySrc ?? (isReal ? ownSrc : (getLargest(srcset)?.url ?? sourceUrl ?? ownSrc));
      const src = toAbsoluteUrl(chosen, base);
      const isRepeated = FROM_NOSCRIPT in attributes && previous !== null && (previous.isLazy || previous.src === src);
      previous = { src, isLazy: chosen !== ownSrc };
      // The size of a placeholder, up to 3 pixels, is not the size of the image that replaces it.
      const isPlaceholderSize = ownSrc !== undefined && ownSrc !== chosen && !isReal && isTiny(width) && isTiny(height);
      const { width: _width, height: _height, ...unsized } = others;
      const remaining = isPlaceholderSize ? unsized : others;
      const url = URL.parse(src ?? "");
      if (!src || !url || isRepeated || isTrackingPixel(remaining)) return {};
      if (isTrackingUrl(url, Number.parseInt(width ?? "", 10) >= 200)) return {};
      return { ...remaining, src, alt: attributes.alt ?? "", loading: "lazy" };
    },
  };
}

export interface SrcsetImage {
  url: string;
  /** Width in pixels; null if the `srcset` states no width. */
  width: number | null;
}

/** Matches file names of placeholders that a script replaces with the real image. */
const PLACEHOLDER =
  /(^|\/)((lazy|lazyload|placeholder|spacer|blank|transparent|transparency|trans|clear|loading|loader|grey|gray|empty|dummy|pixel|image|img|default|1x1)[-_.]?)*(lazy|lazyload|placeholder|spacer|blank|transparent|transparency|trans|clear|loading|loader|grey|gray|empty|dummy|pixel|1x1)[-_.x\d]{0,12}\.(gif|png|jpe?g|svg|webp)$/i;
/** Number of characters at the end of a file name that are tested with `PLACEHOLDER`, to limit the test's duration. */
const MAX_NAME_LENGTH = 80;

/** Returns the image of a `srcset` with the largest width or density; null for none. Takes linear time. */
export function getLargest(srcset: string | undefined): SrcsetImage | null {
  let largest: SrcsetImage | null = null;
  let maxSize = 0;
  let url = "";
  const compare = (address: string, size: number, unit: string | undefined) => {
    if (!isFileAddress(address) || size <= maxSize) return;
    largest = { url: unescapeUrl(address), width: unit === "w" ? Math.round(size) : null };
    maxSize = size;
  };
  for (const word of (srcset ?? "").trim().split(/\s+/)) {
    const [descriptor = "", digits, unit] = /^(\d+(?:\.\d+)?)([wx])(?=,|$)/.exec(word) ?? [];
    // Without a descriptor the density is 1.
    if (url && (descriptor || url.endsWith(","))) compare(url.replace(/,$/, ""), descriptor ? Number(digits) : 1, unit);
    url = word.slice(descriptor.length).replace(/^,/, "");
  }
  compare(url.replace(/,$/, ""), 1, "x");
  return largest;
}

/** Returns the URL that a lazy-loading script would copy to the `src` of an `img`; undefined if there is none. */
export function getLazySrc(attributes: Attributes): string | undefined {
  return ["data-src", "data-lazy-src", "data-original"].map((name) => attributes[name]).find(isFileAddress);
}

/** Returns the largest image of the lazy-loading `srcset` of an `img` or a `source`; null if there is none. */
export function getLazyLargest(attributes: Attributes): SrcsetImage | null {
  return getLargest(attributes["data-srcset"]) ?? getLargest(attributes["data-lazy-srcset"]);
}

/** Returns false for a missing `src`, an inline image and a placeholder. */
export function isRealSrc(address: string | undefined): boolean {
  if (!isFileAddress(address)) return false;
  const path = address?.split(/[?#]/, 1)[0] ?? "";
  return !PLACEHOLDER.test(path.slice(path.lastIndexOf("/") + 1).slice(-MAX_NAME_LENGTH));
}

function isFileAddress(address: string | undefined): boolean {
  return address !== undefined && !/^\s*($|(data|about|blob|javascript):)/i.test(address);
}
