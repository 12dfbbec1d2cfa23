import type { Feed, RequestedInterval } from "../../../core/article.ts";
import { removeControls } from "../../../core/controls.ts";
import { toMessage } from "../../../core/toMessage.ts";
import { toPlainTitle } from "../../html/text.ts";
import { parseEntryDate } from "../dates/entryDate.ts";
import { MAX_TITLE_LENGTH, toArticle } from "./article.ts";
import { parseAtom } from "./atom.ts";
import { decodeBody } from "./decodeBody.ts";
import { parseJson, parseJsonFeed } from "./jsonFeed.ts";
import { FeedParseError, type RawEntry, type RawFeed } from "./rawFeed.ts";
import { parseRss } from "./rss.ts";
import { toRssElement } from "./rssInJson.ts";
import { parseXml, type XmlElement } from "./xml.ts";

export interface FeedSource {
  contentType?: string | null | undefined;
  /** URL of the response. Relative URLs are resolved against it. */
  url?: string | null | undefined;
  contentLanguage?: string | null | undefined;
  /** Number of the newest articles to return; all by default. */
  newest?: number | undefined;
}

export interface ParsedFeed {
  feed: Feed;
  /** The first syntax error, in one sentence; null if there is none. */
  fault: string | null;
  pollingHints: RequestedInterval;
}

/** Decodes and parses a feed of any format, and cleans its texts. @throws {FeedParseError} if `body` is not a feed */
export function readFeed(body: Uint8Array, source: FeedSource): ParsedFeed {
  const { contentType = null, url = null, contentLanguage = null, newest } = source;
  const { feed: raw, fault } = parseText(decode(body, contentType), url);
  const entries = newest === undefined ? raw.entries : selectNewest(raw.entries, newest);
  const language = raw.language ?? contentLanguage?.split(",")[0] ?? "";
  const feed: Feed = {
    kind: raw.kind,
    title: toPlainTitle(raw.title.value.slice(0, MAX_TITLE_LENGTH), raw.title.isHtml),
    description: toPlainTitle(raw.description.value.slice(0, MAX_TITLE_LENGTH), raw.description.isHtml),
    link: raw.link,
    // Some systems write an underscore, for example in en_US.
    language: removeControls(language).trim().replaceAll("_", "-") || null,
    articles: entries.map(toArticle),
  };
  return { feed, fault, pollingHints: raw.pollingHints };
}

function decode(body: Uint8Array, contentType: string | null): string {
  try {
    return decodeBody(body, contentType);
  } catch (error) {
    throw new FeedParseError(`The bytes could not be decoded: ${toMessage(error)}.`);
  }
}

function parseText(text: string, url: string | null): { feed: RawFeed; fault: string | null } {
  const start = text.trimStart();
  if (start === "") throw new FeedParseError("The response is empty.");
  if (/^[{[]/.test(start)) {
    const fields = parseJson(start);
    const rss = toRssElement(fields);
    return { feed: rss ? parseRss(rss, url) : parseJsonFeed(fields, url), fault: null };
  }
  const { root, fault } = parseXml(start, url);
  switch (root?.name) {
    case "rss":
    case "rdf:rdf":
    case "rdf":
    case "channel":
      return { feed: parseRss(root, url), fault };
    case "atom:feed":
      return { feed: parseAtom(root, url), fault };
    case "feed":
      return { feed: parseAtom(addAtomPrefix(root), url), fault };
    case "html":
    case "xhtml:html":
      throw new FeedParseError("This is a web page, not a feed.");
    case undefined:
      throw new FeedParseError("This is neither XML nor JSON.");
    default:
      throw new FeedParseError(`This is XML, but not a feed: its root element is ${root?.name}.`);
  }
}

/** Adds the prefix "atom:" to elements without a prefix, for Atom feeds with a missing or unknown namespace. */
function addAtomPrefix(element: XmlElement): XmlElement {
  const children = element.children.map((child) => (typeof child === "string" ? child : addAtomPrefix(child)));
  return { ...element, name: element.name.includes(":") ? element.name : `atom:${element.name}`, children };
}

/** Selects the newest entries, in the feed's order. Called before entries become articles, to convert fewer of them. */
function selectNewest(entries: readonly RawEntry[], count: number): RawEntry[] {
  if (entries.length <= count) return [...entries];
  // An entry without a date is treated as the newest entry. The store does the same.
  const dated = entries.map((entry, index) => ({ entry, index, date: parseEntryDate(entry.published) ?? "9999" }));
  dated.sort((a, b) => (a.date === b.date ? a.index - b.index : a.date < b.date ? 1 : -1));
  return dated
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ entry }) => entry);
}
