import type { Enclosure } from "../../../core/article.ts";
import { wholeAddress } from "../clean/urls.ts";
import { atomLinks } from "./atom.ts";
import type { Entry, FeedText, RawFeed } from "./entry.ts";
import { mediaPictures } from "./media.ts";
import { rhythmOf } from "./pollingHints.ts";
import { childOf, childrenOf, descendantsOf, resolve, textOf, type XmlElement } from "./xml.ts";

/** Reads RSS 0.90 to 2.0 and RDF, with the modules that news feeds use. */
export function readRss(root: XmlElement, url: string | null): RawFeed {
  const channel = childOf(root, "channel") ?? root;
  const items = [...childrenOf(root, "item"), ...descendantsOf(channel, "item")];
  const base = root.base ?? channel.base ?? url;
  const link = linkOf(channel, base);
  const author = authorOf(channel);
  return {
    kind: root.name === "rdf:rdf" ? "rdf" : "rss",
    title: html(textOf(childOf(channel, "title", "dc:title", "itunes:title"))),
    description: html(textOf(childOf(channel, "description", "dc:description", "itunes:summary", "itunes:subtitle"))),
    link,
    language: textOf(childOf(channel, "language", "dc:language")).trim() || null,
    rhythm: rhythmOf(channel),
    entries: items.map((item) => readItem(item, base ?? link, author)),
  };
}

/** Where an item's whole text stands, in the order of how sure that is. */
const CONTENT_FIELDS = [
  ...["content:encoded", "atom:content", "xhtml:body", "xhtml:div", "fullcontent", "fullitem", "content", "body"],
];

function readItem(item: XmlElement, feedBase: string | null, feedAuthor: string | null): Entry {
  const base = item.base ?? feedBase;
  const guid =
    textOf(childOf(item, "guid", "atom:id", "dc:identifier")).trim() || item.attributes["rdf:about"]?.trim() || null;
  const link = linkOf(item, base) ?? guidAsLink(item, base);
  const description = childOf(
    item,
    "description",
    "dc:description",
    "atom:summary",
    "itunes:summary",
    "summary",
    "media:description",
  );
  // With a description beside it, a summary is the longer of the two.
  const content = childOf(item, ...CONTENT_FIELDS, ...(description?.name === "description" ? ["summary"] : []));
  return {
    title: titleOf(item),
    link,
    guid,
    author: authorOf(item) ?? feedAuthor,
    published: firstText(
      item,
      "pubdate",
      "dc:date",
      "atom:published",
      "dcterms:issued",
      "dcterms:created",
      "date",
      "atom:created",
    ),
    updated: firstText(item, "atom:updated", "dcterms:modified", "atom:modified", "lastbuilddate", "dc:date"),
    description: markup(description),
    content: markup(content),
    pictures: mediaPictures(item, base),
    enclosures: enclosuresOf(item, base),
    categories: categoriesOf(item),
    // Without an xml:base, what a text calls "./" is its page and not its feed.
    base: content?.base ?? description?.base ?? item.base ?? link ?? base,
  };
}

/** RSS leaves open whether a title is markup; a feed that says beside it that it is text is believed. */
function titleOf(item: XmlElement): FeedText {
  const plain = childOf(item, "atom:title");
  if (plain?.attributes.type === "text" && textOf(plain).trim()) return { value: textOf(plain), isHtml: false };
  for (const name of ["title", "dc:title", "atom:title", "media:title", "itunes:title"]) {
    const text = textOf(childOf(item, name));
    if (text.trim()) return html(text);
  }
  return html("");
}

/** The page of an item: FeedBurner's own link to the original first, since its `link` leads through a counter. */
function linkOf(element: XmlElement, base: string | null): string | null {
  const original = firstText(element, "feedburner:origlink");
  const links = childrenOf(element, "link").map((link) => textOf(link).trim() || link.attributes.href || "");
  const found = original ?? links.find(Boolean) ?? atomLinks(element).find(({ rel }) => rel === "alternate")?.href;
  return found ? webAddress(found, base) : null;
}

function guidAsLink(item: XmlElement, base: string | null): string | null {
  const guid = childOf(item, "guid");
  if (!guid || guid.attributes.ispermalink?.toLowerCase() === "false") return null;
  const text = textOf(guid).trim();
  // A path is an address where the feed says so; anything else without a scheme is a mere name.
  return webAddress(text, guid.attributes.ispermalink && text.startsWith("/") ? base : null);
}

/** @returns an absolute http(s) address, or null */
export function webAddress(address: string, base: string | null): string | null {
  const trimmed = wholeAddress(address.trim());
  if (!trimmed) return null;
  const href = URL.parse(/^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed, base ?? undefined)?.href;
  return href && /^https?:/.test(href) ? href : null;
}

function authorOf(element: XmlElement): string | null {
  const creators = childrenOf(element, "dc:creator").flatMap((creator) => textOf(creator).trim() || []);
  if (creators.length > 1) return [...new Set(creators.map(withoutAddress))].join(", ");
  const atom = childOf(element, "atom:author");
  const own = childOf(element, "author");
  const words =
    firstText(element, "dc:creator") ??
    (own ? firstText(own, "name") : null) ??
    firstText(element, "author", "itunes:author", "dc:author", "dc:publisher", "managingeditor") ??
    (atom ? firstText(atom, "atom:name", "name") : null);
  return words && withoutAddress(words);
}

/** Characters. What is longer is no name, and looking for one in it would take for ever. */
const LONGEST_NAME = 300;

function withoutAddress(words: string): string {
  if (words.length > LONGEST_NAME) return words;
  // RSS 2.0 wants "address (Name)"; the name is what readers are to see.
  const named = /^\s*\S+@\S+\s*\((.+)\)\s*$/.exec(words) ?? /^\s*(.+?)\s*[<(]\S+@\S+[>)]\s*$/.exec(words);
  return named?.[1]?.trim() ?? words;
}

function enclosuresOf(item: XmlElement, base: string | null): Enclosure[] {
  const own = childrenOf(item, "enclosure").map(({ attributes }) => ({ ...attributes, href: attributes.url ?? "" }));
  const atom = atomLinks(item).filter(({ rel }) => rel === "enclosure");
  return [...own, ...atom].flatMap(({ href, type, length }: { href: string; type?: string; length?: string }) => {
    const url = href.trim() ? resolve(href, base) : null;
    return url ? [{ url, type: type?.trim() || null, length: wholeNumber(length) }] : [];
  });
}

function wholeNumber(text: string | undefined): number | null {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

function categoriesOf(item: XmlElement): string[] {
  const own = childrenOf(item, "category").map(categoryName);
  const lists = childrenOf(item, "tags", "itunes:keywords").flatMap((list) => textOf(list).split(","));
  const others = childrenOf(item, "dc:subject", "atom:category", "itunes:category", "media:category").map(categoryName);
  return [...lists, ...own, ...others].map((name) => name.trim()).filter(Boolean);
}

/** What readers are to see: a label stands before what it labels. */
function categoryName(category: XmlElement): string {
  const { label, text, term } = category.attributes;
  return label || textOf(category).trim() || text || term || "";
}

function firstText(element: XmlElement, ...names: string[]): string | null {
  for (const name of names) {
    const text = textOf(childOf(element, name)).trim();
    if (text) return text;
  }
  return null;
}

function html(value: string): FeedText {
  return { value, isHtml: true };
}

/** Text is markup that was escaped; elements inside are markup that was not. */
function markup(element: XmlElement | undefined): FeedText {
  if (!element) return html("");
  const type = element.attributes.type ?? "";
  const hasElements = element.children.some((child) => typeof child !== "string");
  if (hasElements) return html(element.inner.replace(/<(\/?)\w+:(?=\w)/g, "<$1"));
  return { value: textOf(element), isHtml: type !== "text" && type !== "text/plain" && type !== "plain" };
}
