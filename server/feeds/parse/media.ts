import { plainTitle } from "../../html/text.ts";
import { wholeAddress } from "../clean/urls.ts";
import type { PictureCandidate } from "./entry.ts";
import { childOf, childrenOf, descendantsOf, resolve, textOf, type XmlElement } from "./xml.ts";

/** Elements in which content systems name an entry's picture, as `og:image` does on its page. */
const PICTURE_FIELDS = [
  ...[
    "image",
    "thumbnail",
    "featured_image",
    "featuredimage",
    "post-thumbnail",
    "other-og:image",
    "other-wp:featuredimage",
  ],
];

/** Of each kind. An entry whose tags are never closed holds all that follow it, and each would be read through. */
const MAX_PICTURES = 30;

/** The pictures that an entry names outside its text: Media RSS, enclosures, iTunes, and RSS's own `image`. */
export function mediaPictures(entry: XmlElement, base: string | null): PictureCandidate[] {
  const beside = { caption: wordsIn(entry, "media:description"), credit: wordsIn(entry, "media:credit") };
  const read = (element: XmlElement) => fromAttributes(element, beside);
  const candidates = [
    ...descendantsOf(entry, "media:content").filter(isPicture).slice(0, MAX_PICTURES).map(read),
    ...descendantsOf(entry, "media:thumbnail").slice(0, MAX_PICTURES).map(read).map(asThumbnail),
    ...childrenOf(entry, "enclosure").filter(isPicture).map(read),
    ...childrenOf(entry, "atom:link")
      .filter((link) => link.attributes.rel === "enclosure" && isPicture(link))
      .map(read),
    ...childrenOf(entry, "itunes:image").map(read),
    ...childrenOf(entry, ...PICTURE_FIELDS).map((element) =>
      element.name.endsWith("thumbnail") ? asThumbnail(fromElement(element)) : fromElement(element),
    ),
  ];
  return candidates.flatMap((candidate) => {
    const address = wholeAddress(candidate.url);
    const url = address ? resolve(address, base) : null;
    return url ? [{ ...candidate, url }] : [];
  });
}

/** Media RSS means plain text where nothing is said, and feeds put markup there all the same; what says "plain" is plain. */
function wordsIn(element: XmlElement, ...names: string[]): string {
  const found = childOf(element, ...names);
  return plainTitle(textOf(found), found?.attributes.type !== "plain");
}

function isPicture({ attributes }: XmlElement): boolean {
  const { url, href, width, height, duration } = attributes;
  const medium = attributes.medium?.trim().toLowerCase();
  const type = attributes.type?.trim().toLowerCase();
  if (medium) return /^(image|photo|picture)$/.test(medium);
  // Servers call octets what they do not know; then the name tells.
  if (type && !type.endsWith("/octet-stream")) return /^(image(\/|$)|(jpe?g|png|webp|gif|avif)$)/.test(type);
  const [path = ""] = (url ?? href ?? "").split(/[?#]/, 1);
  if (/\.(jpe?g|png|webp|gif|avif)$/i.test(path)) return true;
  const hasSize = pixels(width) !== null || pixels(height) !== null;
  return !type && hasSize && !duration && !/\.[a-z]\w{1,4}$/i.test(path);
}

function asThumbnail(candidate: PictureCandidate): PictureCandidate {
  return { ...candidate, isThumbnail: true };
}

/** What a picture shows and who made it stands in it, or beside it in its entry (Media RSS, "optional elements"). */
function fromAttributes(element: XmlElement, beside: { caption: string; credit: string }): PictureCandidate {
  const { url, href, width, height } = element.attributes;
  const caption = childOf(element, "media:description") ? wordsIn(element, "media:description") : beside.caption;
  return {
    url: url ?? href ?? textOf(element),
    width: pixels(width),
    height: pixels(height),
    alt: caption || wordsIn(element, "media:title", "media:text"),
    caption,
    credit: childOf(element, "media:credit") ? wordsIn(element, "media:credit") : beside.credit,
  };
}

function fromElement(element: XmlElement): PictureCandidate {
  const address = childOf(element, "url") ?? element;
  return {
    url: element.attributes.url ?? element.attributes.href ?? textOf(address),
    width: null,
    height: null,
    ...{ alt: "", caption: "", credit: "" },
  };
}

/** A size in pixels; null where it is none, or one of another unit, of which only a page knows how much it is. */
export function pixels(value: string | undefined): number | null {
  const number = Math.round(Number(/^\s*(\d{1,9}(?:\.\d{0,9})?)\s*(?:px)?\s*;?\s*$/i.exec(value ?? "")?.[1]));
  return number > 0 ? number : null;
}
