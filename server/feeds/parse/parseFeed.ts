import { readAtom } from "./atom.ts";
import type { RawFeed } from "./entry.ts";
import { readJson } from "./jsonFeed.ts";
import { readRss } from "./rss.ts";
import { UnreadableFeed } from "./unreadable.ts";
import { readXml, type XmlElement } from "./xml.ts";

/** A feed in its format's terms, and what was not well-formed in it. */
export interface Parsed {
  feed: RawFeed;
  fault: string | null;
}

/** A feed without Atom's namespace, or with one that nobody knows, is Atom all the same. */
function asAtom(element: XmlElement): XmlElement {
  const children = element.children.map((child) => (typeof child === "string" ? child : asAtom(child)));
  return { ...element, name: element.name.includes(":") ? element.name : `atom:${element.name}`, children };
}

/**
 * Finds out a feed's format and reads it.
 *
 * @param url the feed's address, against which relative ones are resolved
 * @throws {UnreadableFeed} where the text is no feed
 */
export function parseFeed(text: string, url: string | null): Parsed {
  const start = text.trimStart();
  if (start === "") throw new UnreadableFeed("The answer is empty.");
  if (start.startsWith("{") || start.startsWith("[")) return { feed: readJson(start, url), fault: null };
  const { root, fault } = readXml(start, url);
  switch (root?.name) {
    case "rss":
    case "rdf:rdf":
    case "rdf":
    case "channel":
      return { feed: readRss(root, url), fault };
    case "atom:feed":
      return { feed: readAtom(root, url), fault };
    case "feed":
      return { feed: readAtom(asAtom(root), url), fault };
    case "html":
    case "xhtml:html":
      throw new UnreadableFeed("This is a web page and no feed.");
    case undefined:
      throw new UnreadableFeed("This is neither XML nor JSON.");
    default:
      throw new UnreadableFeed(`This is XML, but no feed: its root element is ${root?.name}.`);
  }
}
