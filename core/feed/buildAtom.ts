import { buildImage } from "./buildRss.ts";
import type { DeletedItem, FeedChannel, FeedItem, OutgoingFeed } from "./feed.ts";
import { element, emptyElement, joinLines, toAttributes } from "./xml.ts";

/** Date of an empty feed, since Atom requires a date. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** Builds Atom 1.0 (RFC 4287), with deleted entries (RFC 6721). */
export function buildAtom({ channel, items, deleted = [] }: OutgoingFeed): string {
  const tombstones = deleted.length > 0 ? ' xmlns:at="http://purl.org/atompub/tombstones/1.0"' : "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"${tombstones} xml:lang="${channel.language}">
${joinLines(buildHead(channel))}
${items.map((item) => `<entry${toAttributes({ "xml:lang": item.language })}>\n${joinLines(buildParts(item))}\n</entry>\n`).join("")}${deleted.map(buildTombstone).join("")}</feed>
`;
}

function buildTombstone({ link, deletedAt }: DeletedItem): string {
  return `${emptyElement("at:deleted-entry", { ref: link, when: deletedAt })}\n`;
}

function buildHead(channel: FeedChannel): (string | null)[] {
  const { title, description, link, self, copyright, image, hub, changedAt } = channel;
  return [
    // The page's address identifies the feed, since `self` differs between formats.
    element("id", link),
    element("title", title, { type: "text" }),
    element("subtitle", description, { type: "text" }),
    emptyElement("link", { href: link, rel: "alternate", type: "text/html" }),
    emptyElement("link", { href: self, rel: "self", type: "application/atom+xml" }),
    hub && emptyElement("link", { href: hub, rel: "hub" }),
    element("updated", changedAt ?? NEVER),
    element("rights", copyright, { type: "text" }),
    element("logo", image),
  ];
}

function buildParts(item: FeedItem): (string | null)[] {
  const { title, link, author, date, isUndated, changedAt, categories, description, contentHtml } = item;
  const { image, enclosure, source } = item;
  return [
    element("id", link),
    element("title", title, { type: "text" }),
    emptyElement("link", { href: link, rel: "alternate", type: "text/html" }),
    isUndated ? null : element("published", date),
    element("updated", changedAt),
    `<author>${element("name", author)}</author>`,
    ...categories.map((category) => emptyElement("category", { term: category })),
    element("summary", description, { type: "text" }),
    contentHtml && element("content", contentHtml, { type: "html" }),
    image && buildImage(image),
    enclosure &&
      emptyElement("link", { href: enclosure.url, rel: "enclosure", type: enclosure.type, length: enclosure.length }),
    source && `<source>${element("id", source.url)}${element("title", source.title, { type: "text" })}</source>`,
  ];
}
