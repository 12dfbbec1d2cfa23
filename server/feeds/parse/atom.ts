import type { Enclosure } from "../../../core/article.ts";
import { hasEntities, hasMarkup } from "../../html/text.ts";
import type { Entry, FeedText, RawFeed } from "./entry.ts";
import { NO_TEXT } from "./entry.ts";
import { mediaPictures } from "./media.ts";
import { rhythmOf } from "./pollingHints.ts";
import { childOf, childrenOf, resolve, textOf, type XmlElement } from "./xml.ts";

/** A link element of Atom's, wherever it stands. */
interface AtomLink {
  rel: string;
  href: string;
  type: string | undefined;
  length: string | undefined;
  base: string | null;
}

/** Reads Atom 1.0 (RFC 4287) and 0.3. */
export function readAtom(root: XmlElement, url: string | null): RawFeed {
  const base = root.base ?? url ?? alternateOf(root, null);
  const authors = authorsOf(root);
  return {
    kind: "atom",
    title: atomText(childOf(root, "atom:title")),
    description: atomText(childOf(root, "atom:subtitle", "atom:tagline", "atom:info")),
    link: alternateOf(root, base),
    language: root.attributes["xml:lang"] ?? null,
    rhythm: rhythmOf(root),
    entries: childrenOf(root, "atom:entry").map((entry) => readEntry(entry, base, authors)),
  };
}

/** The Atom links directly under an element, those without a `rel` as the alternates that they are (RFC 4287, 4.2.7.2). */
export function atomLinks(element: XmlElement): AtomLink[] {
  return childrenOf(element, "atom:link").map(({ attributes, base }) => ({
    rel: (attributes.rel ?? "alternate").toLowerCase().replace("http://www.iana.org/assignments/relation/", ""),
    href: attributes.href?.trim() ?? "",
    type: attributes.type,
    length: attributes.length,
    base,
  }));
}

function readEntry(entry: XmlElement, feedBase: string | null, feedAuthors: string | null): Entry {
  const base = entry.base ?? feedBase;
  const source = childOf(entry, "atom:source");
  const text = (...names: string[]) => textOf(childOf(entry, ...names)).trim() || null;
  // An entry without a link of its own has its address for its identifier.
  const link = originalOf(entry) ?? alternateOf(entry, base) ?? web(text("atom:id"));
  return {
    title: atomText(childOf(entry, "atom:title", "media:title", "dc:title")),
    link,
    guid: identifier(text("atom:id"), base),
    author: authorsOf(entry) ?? text("dc:creator") ?? (source ? authorsOf(source) : null) ?? feedAuthors,
    published:
      text("atom:published", "atom:issued", "atom:created", "dc:date", "dcterms:issued") ??
      text("atom:updated", "atom:modified"),
    updated: text("atom:updated", "atom:modified", "dcterms:modified"),
    description: atomText(childOf(entry, "atom:summary", "media:description")),
    content: atomText(childOf(entry, "atom:content")),
    pictures: mediaPictures(entry, base),
    enclosures: atomLinks(entry)
      .filter(({ rel }) => rel === "enclosure")
      .flatMap((link) => enclosure(link, base)),
    categories: childrenOf(entry, "atom:category", "dc:subject").flatMap((category) => {
      const name = category.attributes.label ?? category.attributes.term ?? textOf(category);
      return name.trim() ? [name.trim()] : [];
    }),
    // Without an xml:base, what a text calls "./" is its page and not its feed.
    base: childOf(entry, "atom:content", "atom:summary")?.base ?? entry.base ?? link ?? base,
  };
}

/** RFC 4287, 3.1: text, escaped markup, or markup; Atom 0.3 has modes and base64 besides. */
function atomText(element: XmlElement | undefined): FeedText {
  if (!element || element.attributes.src) return NO_TEXT;
  const type = (element.attributes.type ?? "text").trim().toLowerCase();
  const mode = element.attributes.mode?.toLowerCase();
  // RFC 4287, 4.1.3.3: what is neither text nor XML is base64. Where that is read, it has always been markup.
  const isBinary = mode === undefined && type.includes("/") && !/^text\/|\+xml$|\/xml$/.test(type);
  if (mode === "base64" || isBinary)
    return { value: Buffer.from(textOf(element), "base64").toString("utf8"), isHtml: type !== "text/plain" };
  const hasElements = element.children.some((child) => typeof child !== "string");
  if (type === "xhtml" || type === "application/xhtml+xml" || mode === "xml" || hasElements)
    return { value: element.inner.replace(/<(\/?)\w+:(?=\w)/g, "<$1"), isHtml: true };
  const value = textOf(element);
  // Without a type it is plain text by the RFC; markup that stands there all the same is meant as such.
  const isUntyped = element.attributes.type === undefined && (hasMarkup(value) || hasEntities(value));
  return { value, isHtml: isUntyped || type === "html" || type === "text/html" || mode === "escaped" };
}

function alternateOf(element: XmlElement, base: string | null): string | null {
  const alternates = atomLinks(element).filter(({ rel, href }) => rel === "alternate" && href);
  const link = alternates.find(({ type }) => !type || type.includes("html")) ?? alternates[0];
  return link ? web(resolve(link.href, link.base ?? base)) : null;
}

/** An identifier is taken as it stands; a path is none without the address that it belongs to. */
function identifier(id: string | null, base: string | null): string | null {
  return id?.startsWith("/") ? (resolve(id, base) ?? id) : id;
}

function originalOf(entry: XmlElement): string | null {
  return web(textOf(childOf(entry, "feedburner:origlink")).trim() || null);
}

function web(address: string | null): string | null {
  const href = URL.parse(address ?? "")?.href;
  return href && /^https?:/.test(href) ? href : null;
}

function enclosure({ href, type, length, base }: AtomLink, outer: string | null): Enclosure[] {
  const url = href ? resolve(href, base ?? outer) : null;
  return url ? [{ url, type: type ?? null, length: Number.parseInt(length ?? "", 10) || null }] : [];
}

function authorsOf(element: XmlElement): string | null {
  const names = childrenOf(element, "atom:author").flatMap((author) => {
    const name = textOf(childOf(author, "atom:name", "name")).trim() || textOf(childOf(author, "atom:email")).trim();
    return name ? [name] : [];
  });
  return names.length > 0 ? names.join(", ") : null;
}
