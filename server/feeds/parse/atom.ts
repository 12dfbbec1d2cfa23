import type { Enclosure } from "../../../core/article.ts";
import { chooseAuthor, joinAuthors } from "../../../core/cleanAuthor.ts";
import { hasEntities, hasMarkup } from "../../html/text.ts";
import { getGroupDescription, getMediaImages } from "./media.ts";
import { getPollingHints } from "./pollingHints.ts";
import { asHtml, asPlainText, type FeedText, type RawEntry, type RawFeed } from "./rawFeed.ts";
import { findChild, getInnerMarkup, getText, hasElements, listChildren, resolveUrl, type XmlElement } from "./xml.ts";

interface AtomLink {
  href: string;
  type?: string | undefined;
  length?: string | undefined;
  baseUrl?: string | null;
}

/** Names of elements with an entry's dates, most reliable first. */
const PUBLISHED_FIELDS = "atom:published atom:issued atom:created dc:date dcterms:issued".split(" ");
const UPDATED_FIELDS = "atom:updated atom:modified dcterms:modified".split(" ");

/** Parses Atom 1.0 (RFC 4287) and 0.3. */
export function parseAtom(root: XmlElement, url: string | null): RawFeed {
  const link = getAlternate(root, root.baseUrl ?? url);
  // The feed's own URL is the last choice, since it may be the URL of a service that distributes feeds.
  const baseUrl = root.baseUrl ?? link ?? url;
  const authors = getAuthors(root);
  return {
    kind: "atom",
    title: getAtomText(findChild(root, "atom:title")),
    description: getAtomText(findChild(root, "atom:subtitle", "atom:tagline", "atom:info")),
    link,
    language: root.attributes["xml:lang"] ?? null,
    pollingHints: getPollingHints(root),
    entries: listChildren(root, "atom:entry").map((entry) => parseEntry(entry, baseUrl, authors, { link, url })),
  };
}

/** Returns the Atom links directly under an element. Without `rel`, a link is an alternate (RFC 4287, 4.2.7.2). */
export function getAtomLinks(element: XmlElement): (AtomLink & { rel: string })[] {
  return listChildren(element, "atom:link").map(({ attributes, baseUrl, ...link }) => ({
    rel: (attributes.rel ?? "alternate").toLowerCase().replace("http://www.iana.org/assignments/relation/", ""),
    href: getAddress({ attributes, baseUrl, ...link }),
    type: attributes.type,
    length: attributes.length,
    baseUrl,
  }));
}

/**
 * Returns the address of a link or a file. Some feeds write it as the element's text or in an attribute other than
 * `href`.
 */
export function getAddress(element: XmlElement): string {
  const { href, url, "rdf:resource": resource } = element.attributes;
  return [href, url, resource, getText(element)].map((address) => address?.trim()).find(Boolean) ?? "";
}

/** Returns, for each name, the text of the first child with that name. Leaves out blank texts. */
export function getTexts(element: XmlElement, ...names: string[]): string[] {
  return names.map((name) => getText(findChild(element, name)).trim()).filter(Boolean);
}

/** URL of a feed's web page (`link`), and URL from which the feed was received (`url`). */
export interface FeedAddresses {
  link: string | null;
  url: string | null;
}

/**
 * Returns the base of relative URLs in an entry without xml:base: the entry's page, or the feed's page if the entry's
 * link leads to the service that distributes the feed. Returns null if the base is unknown.
 */
export function choosePage(entryLink: string | null, { link, url }: FeedAddresses): string | null {
  const [entryHost, feedHost, serviceHost] = [entryLink, link, url].map((address) => URL.parse(address ?? "")?.host);
  return feedHost && entryHost !== feedHost && entryHost === serviceHost ? link : entryLink;
}

function parseEntry(
  entry: XmlElement,
  feedBaseUrl: string | null,
  feedAuthors: string | null,
  feed: FeedAddresses,
): RawEntry {
  const baseUrl = entry.baseUrl ?? feedBaseUrl;
  const source = findChild(entry, "atom:source");
  const text = (...names: string[]) => getText(findChild(entry, ...names)).trim() || null;
  const id = text("atom:id");
  // Some entries have no link, and their id is their URL.
  const link = toHttpUrl(text("feedburner:origlink")) ?? getAlternate(entry, baseUrl) ?? toHttpUrl(id);
  return {
    title: getAtomText(findChild(entry, "atom:title", "media:title", "dc:title")),
    link,
    // A path is unique only together with the feed's host.
    guid: id?.startsWith("/") ? (resolveUrl(id, baseUrl) ?? id) : id,
    author:
      chooseAuthor([getAuthors(entry), text("dc:creator")]) ?? (source ? getAuthors(source) : null) ?? feedAuthors,
    published: getTexts(entry, ...PUBLISHED_FIELDS, ...UPDATED_FIELDS),
    updated: getTexts(entry, ...UPDATED_FIELDS),
    description: getAtomText(findChild(entry, "atom:summary", "media:description") ?? getGroupDescription(entry)),
    content: getAtomText(findChild(entry, "atom:content")),
    images: getMediaImages(entry, baseUrl),
    enclosures: getAtomLinks(entry)
      .filter(({ rel }) => rel === "enclosure")
      .flatMap((enclosure) => toEnclosure(enclosure, baseUrl)),
    categories: listChildren(entry, "atom:category", "dc:subject").flatMap((category) => {
      const name = category.attributes.label ?? category.attributes.term ?? getText(category);
      return name.trim() ? [name.trim()] : [];
    }),
    baseUrl:
      findChild(entry, "atom:content", "atom:summary")?.baseUrl ?? entry.baseUrl ?? choosePage(link, feed) ?? baseUrl,
  };
}

/** Reads a text construct: plain text, escaped markup or markup (RFC 4287, 3.1). Atom 0.3 also has modes and base64. */
function getAtomText(element: XmlElement | undefined): FeedText {
  if (!element || element.attributes.src) return asPlainText("");
  const type = (element.attributes.type ?? "text").trim().toLowerCase();
  const mode = element.attributes.mode?.toLowerCase() ?? (isBase64(element) ? "base64" : undefined);
  // Content of media types other than text and XML is base64 (RFC 4287, 4.1.3.3). In real feeds, the decoded content is
  // markup.
  const isBinary = mode === undefined && type.includes("/") && !/^text\/|\+xml$|\/xml$/.test(type);
  if (mode === "base64" || isBinary) return { value: decodeBase64(getText(element)), isHtml: type !== "text/plain" };
  if (type === "xhtml" || type === "application/xhtml+xml" || mode === "xml" || hasElements(element))
    return asHtml(getInnerMarkup(element));
  const value = getText(element);
  // Text without a type is plain by RFC 4287, but in many feeds it is markup.
  const isUntypedHtml = element.attributes.type === undefined && (hasMarkup(value) || hasEntities(value));
  return { value, isHtml: isUntypedHtml || type === "html" || type === "text/html" || mode === "escaped" };
}

/** Returns true if an element declares its text as base64, by `mode` (Atom 0.3) or `encoding`. */
export function isBase64({ attributes }: XmlElement): boolean {
  return [attributes.mode, attributes.encoding].some((encoding) => encoding?.trim().toLowerCase() === "base64");
}

export function decodeBase64(text: string): string {
  return Buffer.from(text, "base64").toString("utf8");
}

function getAlternate(element: XmlElement, baseUrl: string | null): string | null {
  const alternates = getAtomLinks(element).filter(({ rel, href }) => rel === "alternate" && href);
  const link = alternates.find(({ type }) => !type || type.includes("html")) ?? alternates[0];
  return link ? toHttpUrl(resolveUrl(link.href, link.baseUrl ?? baseUrl)) : null;
}

function toHttpUrl(address: string | null): string | null {
  const href = URL.parse(address ?? "")?.href;
  return href && /^https?:/.test(href) ? href : null;
}

/** Returns a link as an enclosure; [] if the link has no URL. */
export function toEnclosure(link: AtomLink, baseUrl: string | null): Enclosure[] {
  const url = link.href.trim() ? resolveUrl(link.href, link.baseUrl ?? baseUrl) : null;
  return url ? [{ url, type: link.type ?? null, length: Number.parseInt(link.length ?? "", 10) || null }] : [];
}

function getAuthors(element: XmlElement): string | null {
  const names = listChildren(element, "atom:author").flatMap((author) => {
    const name = getText(findChild(author, "atom:name", "name")).trim();
    return name || getText(findChild(author, "atom:email")).trim() || [];
  });
  return joinAuthors(names);
}
