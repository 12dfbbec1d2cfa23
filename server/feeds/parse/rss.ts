import type { Enclosure } from "../../../core/article.ts";
import { chooseAuthor, joinAuthors } from "../../../core/cleanAuthor.ts";
import { unescapeUrl } from "../clean/urls.ts";
import {
  choosePage,
  decodeBase64,
  type FeedAddresses,
  getAddress,
  getAtomLinks,
  getTexts,
  isBase64,
  toEnclosure,
} from "./atom.ts";
import { getGroupDescription, getMediaImages } from "./media.ts";
import { getPollingHints } from "./pollingHints.ts";
import { asHtml, asPlainText, type FeedText, type RawEntry, type RawFeed } from "./rawFeed.ts";
import {
  findChild,
  getInnerMarkup,
  getText,
  hasElements,
  listChildren,
  listDescendants,
  type XmlElement,
} from "./xml.ts";

/** Names of elements with an item's full text, most reliable first. */
const CONTENT_FIELDS = "content:encoded atom:content xhtml:body xhtml:div fullcontent fullitem content body".split(" ");
const DESCRIPTION_FIELDS = "description dc:description atom:summary itunes:summary summary media:description".split(
  " ",
);
const PUBLISHED_FIELDS = "pubdate dc:date atom:published dcterms:issued dcterms:created date atom:created".split(" ");

const UPDATED_FIELDS = "atom:updated dcterms:modified atom:modified lastbuilddate".split(" ");

/** Parses RSS 0.90 to 2.0 and RDF, with the modules that news feeds use. */
export function parseRss(root: XmlElement, url: string | null): RawFeed {
  const channel = findChild(root, "channel") ?? root;
  const items = [...listChildren(root, "item"), ...listDescendants(channel, "item")];
  const declaredBase = root.baseUrl ?? channel.baseUrl;
  const link = getLink(channel, declaredBase ?? url);
  // The feed's own URL is the last choice, since it may be the URL of a service that distributes feeds.
  const baseUrl = declaredBase ?? link ?? url;
  const author = getAuthor(channel);
  const text = (...names: string[]) => getText(findChild(channel, ...names));
  return {
    kind: root.name === "rdf:rdf" ? "rdf" : "rss",
    title: asHtml(text("title", "dc:title", "itunes:title")),
    description: asHtml(text("description", "dc:description", "itunes:summary", "itunes:subtitle")),
    link,
    language: text("language", "dc:language").trim() || null,
    pollingHints: getPollingHints(channel),
    entries: items.map((item) => parseItem(item, baseUrl, author, { link, url })),
  };
}

function parseItem(
  item: XmlElement,
  feedBaseUrl: string | null,
  feedAuthor: string | null,
  feed: FeedAddresses,
): RawEntry {
  const baseUrl = item.baseUrl ?? feedBaseUrl;
  const guid = getText(findChild(item, "guid", "atom:id", "dc:identifier")).trim() || item.attributes["rdf:about"];
  const link = getLink(item, baseUrl) ?? getGuidLink(item, baseUrl);
  const description = findChild(item, ...DESCRIPTION_FIELDS) ?? getGroupDescription(item);
  // If an item has a `description` and a `summary`, the `summary` is the longer text.
  const content = findChild(item, ...CONTENT_FIELDS, ...(description?.name === "description" ? ["summary"] : []));
  return {
    title: getTitle(item),
    link,
    guid: guid?.trim() || null,
    author: getAuthor(item) ?? feedAuthor,
    published: getTexts(item, ...PUBLISHED_FIELDS, ...UPDATED_FIELDS),
    updated: getTexts(item, ...UPDATED_FIELDS, "dc:date"),
    description: getTextOrMarkup(description),
    content: getTextOrMarkup(content),
    images: getMediaImages(item, baseUrl),
    enclosures: getEnclosures(item, baseUrl),
    categories: getCategories(item),
    baseUrl: content?.baseUrl ?? description?.baseUrl ?? item.baseUrl ?? choosePage(link, feed) ?? baseUrl,
  };
}

/** Returns an item's title: plain text for an atom:title of type "text", else markup, since RSS defines no type. */
function getTitle(item: XmlElement): FeedText {
  const plain = findChild(item, "atom:title");
  if (plain?.attributes.type === "text" && getText(plain).trim()) return asPlainText(getText(plain));
  const encoded = findChild(item, "title");
  if (encoded && isBase64(encoded)) return asHtml(decodeBase64(getText(encoded)));
  return asHtml(getFirstRawText(item, "title", "dc:title", "atom:title", "media:title", "itunes:title") ?? "");
}

/**
 * Returns the URL of an item's or channel's page; null for none. FeedBurner's `link` redirects to the page, so its
 * `origLink` takes precedence.
 */
function getLink(element: XmlElement, baseUrl: string | null): string | null {
  const links = listChildren(element, "link").map((link) => getText(link).trim() || getAddress(link));
  const address =
    getFirstText(element, "feedburner:origlink") ??
    links.find(Boolean) ??
    getAtomLinks(element).find(({ rel, href }) => rel === "alternate" && href)?.href;
  return toWebUrl(address, baseUrl);
}

function getGuidLink(item: XmlElement, baseUrl: string | null): string | null {
  const guid = findChild(item, "guid");
  const isPermaLink = guid?.attributes.ispermalink;
  if (!guid || isPermaLink?.toLowerCase() === "false") return null;
  const text = getText(guid).trim();
  // A path is a URL only if isPermaLink is set. Any other text without a scheme is an opaque identifier.
  return toWebUrl(text, isPermaLink && text.startsWith("/") ? baseUrl : null);
}

/** Returns an absolute http or https URL; null for other addresses. Accepts "www.…" without a scheme. */
export function toWebUrl(address: string | undefined, baseUrl: string | null): string | null {
  const trimmed = unescapeUrl(address ?? "");
  if (!trimmed) return null;
  const href = URL.parse(/^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed, baseUrl ?? undefined)?.href;
  return href && /^https?:/.test(href) ? href : null;
}

function getAuthor(element: XmlElement): string | null {
  const creators = listChildren(element, "dc:creator").flatMap((creator) => getText(creator).trim() || []);
  const atom = findChild(element, "atom:author");
  const own = findChild(element, "author");
  return chooseAuthor([
    joinAuthors(creators),
    own ? getFirstText(own, "name") : null,
    ...getTexts(element, "author", "itunes:author", "dc:author", "dc:publisher", "managingeditor"),
    atom ? getFirstText(atom, "atom:name", "name") : null,
  ]);
}

function getEnclosures(item: XmlElement, baseUrl: string | null): Enclosure[] {
  const own = listChildren(item, "enclosure").map((file) => ({ ...file.attributes, href: getAddress(file) }));
  const atom = getAtomLinks(item).filter(({ rel }) => rel === "enclosure");
  return [...own, ...atom].flatMap((link) => toEnclosure(link, baseUrl));
}

function getCategories(item: XmlElement): string[] {
  const lists = listChildren(item, "tags", "itunes:keywords").flatMap((list) => getText(list).split(","));
  const others = listChildren(item, "dc:subject", "atom:category", "itunes:category", "media:category");
  const named = [...listChildren(item, "category"), ...others].map(getCategoryName);
  return [...lists, ...named].map((name) => name.trim()).filter(Boolean);
}

/** Returns a category's label if it has one, otherwise its text or term. The label is meant for readers. */
function getCategoryName(category: XmlElement): string {
  const { label, text, term } = category.attributes;
  return label || getText(category).trim() || text || term || "";
}

/** Returns the first text that is not blank, in the order of `names`; undefined if there is none. */
function getFirstRawText(element: XmlElement, ...names: string[]): string | undefined {
  return names.map((name) => getText(findChild(element, name))).find((text) => text.trim());
}

function getFirstText(element: XmlElement, ...names: string[]): string | null {
  return getFirstRawText(element, ...names)?.trim() ?? null;
}

/** Reads an element's text as escaped markup unless its type is plain text. Reads child elements as markup. */
function getTextOrMarkup(element: XmlElement | undefined): FeedText {
  if (element && hasElements(element)) return asHtml(getInnerMarkup(element));
  return { value: getText(element), isHtml: !/^(text|text\/plain|plain)$/.test(element?.attributes.type ?? "") };
}
