import type { PictureCandidate } from "./entry.ts";
import { childOf, childrenOf, descendantsOf, resolve, textOf, type XmlElement } from "./xml.ts";

/** The pictures that an entry names outside its text: Media RSS, enclosures, iTunes, and RSS's own `image`. */
export function mediaPictures(entry: XmlElement, base: string | null): PictureCandidate[] {
  const candidates = [
    ...descendantsOf(entry, "media:content").filter(isPicture).map(fromAttributes),
    ...descendantsOf(entry, "media:thumbnail").map(fromAttributes),
    ...childrenOf(entry, "enclosure").filter(isPicture).map(fromAttributes),
    ...childrenOf(entry, "atom:link")
      .filter((link) => link.attributes.rel === "enclosure" && isPicture(link))
      .map(fromAttributes),
    ...childrenOf(entry, "itunes:image").map(fromAttributes),
    ...childrenOf(entry, "image", "thumbnail", "featured_image", "post-thumbnail").map(fromElement),
  ];
  return candidates.flatMap((candidate) => {
    const url = candidate.url.trim() ? resolve(candidate.url, base) : null;
    return url ? [{ ...candidate, url }] : [];
  });
}

function isPicture({ attributes: { medium, type, url, href } }: XmlElement): boolean {
  if (medium) return medium === "image";
  if (type) return type.startsWith("image/");
  return /\.(jpe?g|png|webp|gif|avif)([?#]|$)/i.test(url ?? href ?? "");
}

function fromAttributes(element: XmlElement): PictureCandidate {
  const { url, href, width, height } = element.attributes;
  const described = childOf(element, "media:description", "media:title", "media:text");
  return {
    url: url ?? href ?? textOf(element),
    width: pixels(width),
    height: pixels(height),
    alt: textOf(described).trim(),
  };
}

function fromElement(element: XmlElement): PictureCandidate {
  const address = childOf(element, "url") ?? element;
  return {
    url: element.attributes.url ?? element.attributes.href ?? textOf(address),
    width: null,
    height: null,
    alt: "",
  };
}

export function pixels(value: string | undefined): number | null {
  const number = Math.round(Number.parseFloat(value ?? ""));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
