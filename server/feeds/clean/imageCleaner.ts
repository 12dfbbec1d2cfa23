import { getLargest, getLazyLargest, getLazySrc, isRealSrc } from "./srcset.ts";
import { isTiny, isTrackingPixel, isTrackingUrl } from "./trackingPixels.ts";
import { FROM_NOSCRIPT } from "./unclosedElements.ts";
import { type Attributes, resolveAttribute, toAbsoluteUrl } from "./urls.ts";

/** Chooses the URL of each image of one text. Its methods are called for the text's elements in order. */
export function createImageCleaner(base: string | null) {
  let isInPicture = false;
  /** The first image of a `source` of the open `picture`. */
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
    /** Returns the attributes of a `source`; {} inside a `picture`, of which only the `img` stays. */
    cleanSource(attributes: Attributes): Attributes {
      if (isInPicture) {
        sourceUrl ??= getLazyLargest(attributes)?.url ?? getLargest(attributes.srcset)?.url ?? null;
        return {};
      }
      return resolveAttribute(attributes, "src", base);
    },
    /** Returns the attributes of an `img`; {} for an image that is to be removed. */
    cleanImage(attributes: Attributes): Attributes {
      const { src: ownSrc, ...others } = attributes;
      const { srcset, width, height } = attributes;
      const lazySrc = getLazySrc(attributes) ?? getLazyLargest(attributes)?.url;
      const isReal = isRealSrc(ownSrc);
      const chosen = lazySrc ?? (isReal ? ownSrc : (getLargest(srcset)?.url ?? sourceUrl ?? ownSrc));
      const src = toAbsoluteUrl(chosen, base);
      const isRepeated = FROM_NOSCRIPT in attributes && previous !== null && (previous.isLazy || previous.src === src);
      previous = { src, isLazy: chosen !== ownSrc };
      // Next to another URL, a size of one or two pixels is the placeholder's.
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
