import { type Enclosure, NO_REQUESTED_INTERVAL } from "../../../core/article.ts";
import { joinAuthors } from "../../../core/cleanAuthor.ts";
import { toMessage } from "../../../core/toMessage.ts";
import { hasEntities } from "../../html/text.ts";
import {
  asHtml,
  asPlainText,
  type EntryImage,
  FeedParseError,
  type RawEntry,
  type RawFeed,
  toPlainCandidate,
} from "./rawFeed.ts";
import { toWebUrl } from "./rss.ts";

/** A parsed JSON object. A field of the wrong type is treated as missing, so that the rest of the feed can be read. */
type Fields = Record<string, unknown>;

/** Maximum number of items. Further items are dropped unprocessed, so that a feed cannot exhaust the memory. */
const MAX_ITEMS = 10_000;

/** Parses JSON. @throws {FeedParseError} if it is malformed */
export function parseJson(source: string): Fields {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new FeedParseError(`The JSON is malformed: ${toMessage(error)}.`);
  }
}

/**
 * Reads JSON Feed 1.x (jsonfeed.org) or the response of a service that converts feeds to JSON.
 * @throws {FeedParseError} for other JSON
 */
export function parseJsonFeed(feed: Fields, url: string | null): RawFeed {
  const isConverted = "items" in feed && ("feed" in feed || "status" in feed);
  if (Array.isArray(feed.items)) {
    const items = getObjects(feed.items.slice(0, MAX_ITEMS));
    return isConverted ? fromConverter(feed, items, url) : fromJsonFeed(feed, items, url);
  }
  throw new FeedParseError(
    isConverted
      ? "The converter's response has no list of items."
      : "This is JSON, but neither a JSON Feed nor a converter's response: it has no list of items.",
  );
}

function fromJsonFeed(feed: Fields, items: Fields[], url: string | null): RawFeed {
  const link = toWebUrl(getString(feed.home_page_url), url);
  const feedAuthors = getAuthors(feed);
  const baseUrl = link ?? url;
  return {
    kind: "json",
    title: asPlainText(getText(feed.title)),
    description: asPlainText(getText(feed.description)),
    link,
    language: getString(feed.language) ?? null,
    pollingHints: NO_REQUESTED_INTERVAL,
    entries: items.map((item): RawEntry => {
      const title = getText(item.title);
      const id = getText(item.id);
      const address = getString(item.url) ?? getString(item.external_url) ?? (/^https?:/.test(id) ? id : undefined);
      const itemLink = toWebUrl(address, baseUrl);
      const html = getString(item.content_html);
      const attachments = getObjects(item.attachments);
      const attachedImages = attachments.filter(({ mime_type }) => getString(mime_type)?.startsWith("image/"));
      const images = [getString(item.image), getString(item.banner_image), ...attachedImages.map((file) => file.url)];
      return {
        title: hasEntities(title) ? asHtml(title) : asPlainText(title),
        link: itemLink,
        guid: id,
        author: getAuthors(item) ?? feedAuthors,
        published: getStrings([item.date_published, item.date_modified]),
        updated: getStrings([item.date_modified]),
        description: asPlainText(getString(item.summary) ?? ""),
        content: html ? asHtml(html) : asPlainText(getString(item.content_text) ?? ""),
        images: images.flatMap((image) => toImage(image, baseUrl)),
        enclosures: attachments.flatMap((file) =>
          toEnclosure(toWebUrl(getText(file.url), baseUrl), file.mime_type, file.size_in_bytes),
        ),
        categories: getStrings(item.tags),
        baseUrl: address ? itemLink : baseUrl,
      };
    }),
  };
}

function fromConverter({ status, feed }: Fields, items: Fields[], url: string | null): RawFeed {
  if (status !== undefined && status !== "ok")
    throw new FeedParseError(`The converter could not read the feed: its status is "${status}".`);
  const { title, description, link } = getObject(feed);
  return {
    kind: "converter",
    title: asHtml(getText(title)),
    description: asHtml(getText(description)),
    link: toWebUrl(getString(link), url),
    language: null,
    pollingHints: NO_REQUESTED_INTERVAL,
    entries: items.map((item): RawEntry => {
      const enclosure = getObject(item.enclosure);
      const enclosureUrl = getString(enclosure.link) ?? getString(enclosure.url);
      const type = getString(enclosure.type);
      const isImage = !type || type.startsWith("image");
      const images = [isImage ? enclosureUrl : undefined, getString(enclosure.thumbnail), getString(item.thumbnail)];
      const itemLink = getString(item.link);
      return {
        title: asHtml(getText(item.title)),
        link: toWebUrl(itemLink, url),
        guid: getString(item.guid) || null,
        author: getString(item.author) || null,
        published: getStrings([item.pubDate]),
        updated: [],
        description: asHtml(getText(item.description)),
        content: asHtml(getText(item.content)),
        images: images.flatMap((image) => toImage(image, url)),
        enclosures: toEnclosure(toWebUrl(enclosureUrl, url), type, Number(enclosure.length)),
        categories: getStrings(item.categories),
        baseUrl: itemLink ? toWebUrl(itemLink, url) : url,
      };
    }),
  };
}

function getAuthors({ author, authors }: Fields): string | null {
  const all = [...(Array.isArray(authors) ? authors : []), author];
  const names = all.flatMap((each) => (getString(each) ?? getString(getObject(each).name) ?? "").trim() || []);
  return joinAuthors(names);
}

function toImage(address: unknown, baseUrl: string | null): EntryImage[] {
  const url = toWebUrl(getText(address), baseUrl);
  return url ? [toPlainCandidate(url)] : [];
}

function toEnclosure(url: string | null, type: unknown, length: unknown): Enclosure[] {
  return url ? [{ url, type: getString(type) ?? null, length: typeof length === "number" ? length : null }] : [];
}

function getString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a string or number as text; "" for other values. */
function getText(value: unknown): string {
  return Number.isFinite(value) ? String(value) : (getString(value) ?? "");
}

function getStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string" && each !== "") : [];
}

function getObject(value: unknown): Fields {
  return getObjects([value])[0] ?? {};
}

function getObjects(value: unknown): Fields[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each) => typeof each === "object" && each !== null && !Array.isArray(each));
}
