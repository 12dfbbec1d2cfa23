import type { Enclosure } from "./article.ts";

/** Specification, section 9: the 50 newest articles, kept by readers for 60 minutes, with a picture of this size. */
const ITEMS_IN_FEED = 50;
const TTL_MINUTES = 60;
export const FEED_IMAGE = { width: 1200, height: 630 } as const;

/** What a feed says of itself. Addresses here and in items are absolute. */
export interface RssChannel {
  title: string;
  description: string;
  /** The page that the feed stands for. */
  link: string;
  /** The feed's own address. */
  self: string;
  /** A language tag such as en-US. */
  language: string;
  copyright: string;
  /** A PNG, JPEG or GIF file of the size FEED_IMAGE. */
  image: string;
  /** ISO 8601 instant of the last change, null where there was none yet. */
  changedAt: string | null;
}

/** A story as the feed has it. Texts are plain but for `contentHtml`. */
export interface RssItem {
  title: string;
  /** The story's permanent address, by which readers know it again. */
  link: string;
  author: string;
  /** ISO 8601 instant. */
  date: string;
  categories: string[];
  description: string;
  /** HTML without relative addresses; "" where there is none. */
  contentHtml: string;
  picture: { url: string; type: string; alt: string } | null;
  /** A recording that comes with the story, its type and length known. */
  enclosure: Enclosure | null;
  /** The feed that the story came from, null for a story of our own. */
  source: { title: string; url: string } | null;
}

export interface RssFeed {
  channel: RssChannel;
  items: RssItem[];
}

/** Builds RSS 2.0 of the newest items, sorted by date, newest first. The same feed gives the same text. */
export function buildRss({ channel, items }: RssFeed): string {
  const newest = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date)).slice(0, ITEMS_IN_FEED);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
${lines(headOf(channel))}
${newest.map((item) => `<item>\n${lines(partsOf(item))}\n</item>\n`).join("")}</channel>
</rss>
`;
}

/** The size stands in Media RSS alone: RSS's own `image` may not be wider than 144 pixels where it says how wide it is. */
function headOf({ title, description, link, self, language, copyright, image, changedAt }: RssChannel): string[] {
  return [
    element("title", title),
    element("link", link),
    element("description", description),
    empty("atom:link", { href: self, rel: "self", type: "application/rss+xml" }),
    element("language", language),
    element("copyright", copyright),
    changedAt ? element("lastBuildDate", rfc822(changedAt)) : "",
    element("docs", "https://www.rssboard.org/rss-specification"),
    element("ttl", String(TTL_MINUTES)),
    `<image>${element("url", image)}${element("title", title)}${element("link", link)}</image>`,
    empty("media:thumbnail", { url: image, width: `${FEED_IMAGE.width}`, height: `${FEED_IMAGE.height}` }),
  ];
}

function partsOf(item: RssItem): string[] {
  const { title, link, author, date, categories, description, contentHtml, picture, enclosure, source } = item;
  return [
    element("title", title),
    // RSS does not say whether a title is markup, and some readers take it for that; this one says that it is text.
    /[<&]/.test(title) ? element("atom:title", title, { type: "text" }) : "",
    element("link", link),
    element("guid", link, { isPermaLink: "true" }),
    element("pubDate", rfc822(date)),
    element("dc:creator", author),
    ...categories.map((category) => element("category", category)),
    element("description", escapeXml(description)),
    contentHtml && `<content:encoded>${cdata(contentHtml)}</content:encoded>`,
    picture && pictureElement(picture),
    enclosure && empty("enclosure", { url: enclosure.url, length: `${enclosure.length}`, type: `${enclosure.type}` }),
    source && element("source", source.title, { url: source.url }),
  ].filter((part) => part !== null);
}

function pictureElement({ url, type, alt }: { url: string; type: string; alt: string }): string {
  const attributes = { url, medium: "image", type };
  if (!alt) return empty("media:content", attributes);
  return `<media:content${attributesOf(attributes)}>${element("media:description", alt, { type: "plain" })}</media:content>`;
}

type Attributes = Record<string, string>;

function element(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`;
}

function empty(name: string, attributes: Attributes): string {
  return `<${name}${attributesOf(attributes)}/>`;
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
}

function lines(parts: string[]): string {
  return parts.filter(Boolean).join("\n");
}

/** Text as it stands between tags and in attributes, and also as HTML: what may be in XML has a form in both. */
function escapeXml(text: string): string {
  return legible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The only thing that ends such a section is cut in two, each half in a section of its own. */
function cdata(text: string): string {
  return `<![CDATA[${legible(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/**
 * Text without what XML forbids (XML 1.0, section 2.2), what it advises against, and the mark that stands for a character
 * that was lost.
 */
function legible(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFC\u{10000}-\u{10FFFF}]/gu, "");
}

/** "Thu, 17 Apr 2025 10:52:00 GMT" */
function rfc822(instant: string): string {
  return new Date(instant).toUTCString();
}
