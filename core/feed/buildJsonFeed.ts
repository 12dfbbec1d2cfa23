import type { FeedItem, OutgoingFeed } from "./feed.ts";
import { dropInvalidCharacters } from "./xml.ts";

/** Builds JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function buildJsonFeed({ channel, items }: OutgoingFeed): string {
  const { title, description, link, self, language, image, hub } = channel;
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    language,
    home_page_url: link,
    feed_url: self,
    icon: image,
    hubs: hub ? [{ type: "WebSub", url: hub }] : undefined,
    items: items.map(toJsonItem),
  };
  // Drops the characters that XML forbids, such as lone surrogates. Some programs fail on them in JSON, too.
  return `${JSON.stringify(feed, (_key, value) => (typeof value === "string" ? dropInvalidCharacters(value) : value), 1)}\n`;
}

function toJsonItem(item: FeedItem): object {
  const { title, link, author, date, isUndated, changedAt, categories, description, contentHtml } = item;
  const { image, enclosure, source } = item;
  return {
    id: link,
    url: link,
    title,
    summary: description || undefined,
    // JSON Feed requires content_html or content_text.
    ...(contentHtml ? { content_html: contentHtml } : { content_text: description || title }),
    image: image?.url,
    date_published: isUndated ? undefined : date,
    date_modified: changedAt,
    authors: [{ name: author }],
    language: item.language,
    tags: categories,
    // JSON Feed has no field for the source. Names of extensions begin with an underscore.
    _source: source ?? undefined,
    _sponsor: item.sponsor ?? undefined,
    attachments: enclosure
      ? [{ url: enclosure.url, mime_type: enclosure.type, size_in_bytes: enclosure.length ?? undefined }]
      : undefined,
  };
}
