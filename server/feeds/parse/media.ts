import { toPlainTitle } from "../../html/text.ts";
import { unescapeUrl } from "../clean/urls.ts";
import { type EntryImage, toPlainCandidate } from "./rawFeed.ts";
import { findChild, getText, listChildren, listDescendants, resolveUrl, type XmlElement } from "./xml.ts";

/** Names of elements that content management systems use for an entry's image. */
const IMAGE_FIELDS =
  "image thumbnail featured_image featuredimage post-thumbnail other-og:image other-wp:featuredimage".split(" ");

/** Maximum number of images per type of element. An unclosed entry contains all later entries and their images. */
const MAX_IMAGES = 30;

/** Returns an entry's images outside its text: Media RSS, enclosures, iTunes and `IMAGE_FIELDS`. */
export function getMediaImages(entry: XmlElement, baseUrl: string | null): EntryImage[] {
  const entryTexts = { caption: getPlainText(entry, "media:description"), credit: getPlainText(entry, "media:credit") };
  const toCandidate = (element: XmlElement) => fromMedia(element, entryTexts);
  const atomEnclosures = listChildren(entry, "atom:link").filter((link) => link.attributes.rel === "enclosure");
  const candidates = [
    ...listDescendants(entry, "media:content").filter(isImage).slice(0, MAX_IMAGES).map(toCandidate),
    ...listDescendants(entry, "media:thumbnail")
      .slice(0, MAX_IMAGES)
      .map((element) => ({ ...toCandidate(element), isThumbnail: true })),
    ...listChildren(entry, "enclosure").filter(isImage).map(toCandidate),
    ...atomEnclosures.filter(isImage).map(toCandidate),
    ...listChildren(entry, "itunes:image").map(toCandidate),
    ...listChildren(entry, ...IMAGE_FIELDS).map(fromImageField),
  ];
  return candidates.flatMap((candidate) => {
    const address = unescapeUrl(candidate.url);
    const url = address ? resolveUrl(address, baseUrl) : null;
    return url ? [{ ...candidate, url }] : [];
  });
}

/** Returns the description in an entry's media:group, such as a video's description; undefined if there is none. */
export function getGroupDescription(entry: XmlElement): XmlElement | undefined {
  const group = findChild(entry, "media:group");
  return group && findChild(group, "media:description");
}

/** Returns a Media RSS text. Reads it as markup unless its type is "plain": feeds put markup in untyped texts. */
function getPlainText(element: XmlElement, ...names: string[]): string {
  const child = findChild(element, ...names);
  return toPlainTitle(getText(child), child?.attributes.type !== "plain");
}

function isImage({ attributes }: XmlElement): boolean {
  const { url, href, width, height, duration } = attributes;
  const medium = attributes.medium?.trim().toLowerCase();
  const type = attributes.type?.trim().toLowerCase();
  if (medium) return /^(image|photo|picture)$/.test(medium);
  // Servers send octet-stream for types they do not know, so the file name decides.
  if (type && !type.endsWith("/octet-stream")) return /^(image(\/|$)|(jpe?g|png|webp|gif|avif)$)/.test(type);
  const [path = ""] = (url ?? href ?? "").split(/[?#]/, 1);
  if (/\.(jpe?g|png|webp|gif|avif)$/i.test(path)) return true;
  const hasSize = parsePixels(width) !== null || parsePixels(height) !== null;
  return !type && hasSize && !duration && !/\.[a-z]\w{1,4}$/i.test(path);
}

/** Reads a media element. Its caption and credit may be in the entry instead (Media RSS, "optional elements"). */
function fromMedia(element: XmlElement, entryTexts: Pick<EntryImage, "caption" | "credit">): EntryImage {
  const { url, href, width, height } = element.attributes;
  const getOwn = (name: string) => (findChild(element, name) ? getPlainText(element, name) : undefined);
  const caption = getOwn("media:description") ?? entryTexts.caption;
  return {
    url: url ?? href ?? getText(element),
    width: parsePixels(width),
    height: parsePixels(height),
    alt: caption || getPlainText(element, "media:title", "media:text"),
    caption,
    credit: getOwn("media:credit") ?? entryTexts.credit,
  };
}

function fromImageField(element: XmlElement): EntryImage {
  const { url, href } = element.attributes;
  const address = url ?? href ?? getText(findChild(element, "url") ?? element);
  return { ...toPlainCandidate(address), isThumbnail: element.name.endsWith("thumbnail") };
}

/** Parses a size in pixels. Returns null for 0, other units and undefined. */
export function parsePixels(value: string | undefined): number | null {
  const size = value?.trim().replace(/;$/, "").trimEnd();
  const pixels = Math.round(Number(/^(\d{1,9}(?:\.\d{0,9})?)\s*(?:px)?$/i.exec(size ?? "")?.[1]));
  return pixels > 0 ? pixels : null;
}
