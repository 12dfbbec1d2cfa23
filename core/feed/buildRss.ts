import { FEED_IMAGE, type FeedChannel, type FeedItem, type OutgoingFeed, TTL_MINUTES } from "./feed.ts";
import { cdata, element, emptyElement, escapeXml, joinLines, toAttributes } from "./xml.ts";

export function buildRss({ channel, items }: OutgoingFeed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
${joinLines(buildHead(channel))}
${items.map((item) => `<item>\n${joinLines(buildParts(item))}\n</item>\n`).join("")}</channel>
</rss>
`;
}

/** Returns the channel's elements. The `image` states no size, since RSS permits only widths up to 144 pixels. */
function buildHead(channel: FeedChannel): (string | null)[] {
  const { title, description, link, self, language, copyright, image, hub, changedAt } = channel;
  return [
    element("title", title),
    element("link", link),
    element("description", description),
    emptyElement("atom:link", { href: self, rel: "self", type: "application/rss+xml" }),
    hub && emptyElement("atom:link", { href: hub, rel: "hub" }),
    element("language", language),
    element("copyright", copyright),
    changedAt && element("lastBuildDate", toRfc822(changedAt)),
    element("docs", "https://www.rssboard.org/rss-specification"),
    element("ttl", String(TTL_MINUTES)),
    `<image>${element("url", image)}${element("title", title)}${element("link", link)}</image>`,
    emptyElement("media:thumbnail", { url: image, ...FEED_IMAGE }),
  ];
}

function buildParts(item: FeedItem): (string | null)[] {
  const { title, link, author, date, isUndated, categories, description, contentHtml, image, enclosure, source } = item;
  return [
    element("title", title),
    // RSS does not define whether a title is markup; atom:title states that it is text.
    /[<&]/.test(title) ? element("atom:title", title, { type: "text" }) : "",
    element("link", link),
    element("guid", link, { isPermaLink: "true" }),
    isUndated ? null : element("pubDate", toRfc822(date)),
    element("dc:creator", author),
    item.language ? element("dc:language", item.language) : "",
    ...categories.map((category) => element("category", category)),
    element("description", escapeXml(description)),
    contentHtml && `<content:encoded>${cdata(contentHtml)}</content:encoded>`,
    image && buildImage(image),
    enclosure && emptyElement("enclosure", { url: enclosure.url, length: enclosure.length, type: enclosure.type }),
    source && element("source", source.title, { url: source.url }),
  ];
}

/** Builds a Media RSS image, for RSS and Atom feeds. */
export function buildImage({ url, type, alt }: { url: string; type: string; alt: string }): string {
  const attributes = { url, medium: "image", type };
  if (!alt) return emptyElement("media:content", attributes);
  return `<media:content${toAttributes(attributes)}>${element("media:description", alt, { type: "plain" })}</media:content>`;
}

/** Formats an ISO 8601 instant by RFC 822, such as "Thu, 17 Apr 2025 10:52:00 GMT". */
function toRfc822(instant: string): string {
  return new Date(instant).toUTCString();
}
