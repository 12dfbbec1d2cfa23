import { z } from "zod";
import { NO_REQUESTED_INTERVAL } from "../../../core/article.ts";
import { hasEntities } from "../../html/text.ts";
import { type Entry, FeedParseError, type ImageCandidate, type RawFeed, toHtml, toText } from "./rawFeed.ts";
import { toWebUrl } from "./rss.ts";

// A field of the wrong type counts as missing, so that it does not cost the rest of the feed.
const text = z.union([z.string(), z.number().transform(String)]).catch("");
const optionalText = z.string().optional().catch(undefined);
const tags = z.array(z.string().catch("")).catch([]);

/** Returns a shape of optional text fields. */
function optionalTexts<Name extends string>(...names: Name[]): Record<Name, typeof optionalText> {
  return Object.fromEntries(names.map((name) => [name, optionalText])) as Record<Name, typeof optionalText>;
}

/** Drops invalid items and keeps the others. */
function validItems<Item>(item: z.ZodType<Item>) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((each): Item[] => {
      const { data } = item.safeParse(each);
      return data === undefined ? [] : [data];
    }),
  );
}

const author = z
  .union([z.object({ name: optionalText }), z.string().transform((name) => ({ name: name as string | undefined }))])
  .catch({ name: undefined });
const authored = { author: author.optional(), authors: z.array(author).catch([]) };
const attachment = z.object({
  url: text,
  mime_type: optionalText,
  size_in_bytes: z.number().optional().catch(undefined),
});

/** JSON Feed 1 and 1.1, https://www.jsonfeed.org/version/1.1/ */
const jsonFeed = z.object({
  ...{ title: text, description: text, ...authored },
  ...optionalTexts("home_page_url", "language"),
  items: validItems(
    z.object({
      id: text.optional(),
      ...{ title: text, tags, ...authored },
      ...optionalTexts("url", "external_url", "content_html", "content_text", "summary", "image", "banner_image"),
      ...optionalTexts("date_published", "date_modified"),
      attachments: z.array(attachment).catch([]),
    }),
  ),
});

/** The response of an RSS-to-JSON converter. */
const convertedFeed = z.object({
  status: z.string().optional(),
  feed: z
    .object({ title: text, description: text, link: optionalText })
    .catch({ title: "", description: "", link: undefined }),
  items: validItems(
    z.object({
      ...{ title: text, description: text, content: text, categories: tags },
      ...optionalTexts("link", "pubDate", "author", "thumbnail", "guid"),
      enclosure: z
        .object({
          ...optionalTexts("link", "url", "type", "thumbnail"),
          length: z.coerce.number().optional().catch(undefined),
        })
        .catch({ link: undefined, url: undefined, type: undefined, length: undefined, thumbnail: undefined }),
    }),
  ),
});

/** Further items are dropped before they are validated, so that a feed cannot exhaust the memory. */
const MAX_ITEMS = 10_000;

/**
 * Parses a JSON Feed, or the response of a converter.
 *
 * @throws {FeedParseError} if it is neither
 */
export function parseJson(source: string, url: string | null): RawFeed {
  let parsed: { items?: unknown } | null;
  try {
    parsed = JSON.parse(source);
  } catch (error) {
    throw new FeedParseError(`The JSON is malformed: ${(error as Error).message}.`);
  }
  if (Array.isArray(parsed?.items)) parsed = { ...parsed, items: parsed.items.slice(0, MAX_ITEMS) };
  if (parsed && "items" in parsed && ("feed" in parsed || "status" in parsed)) {
    const result = convertedFeed.safeParse(parsed);
    if (!result.success) throw new FeedParseError("The converter's response has no list of items.");
    return fromConverter(result.data, url);
  }
  const result = jsonFeed.safeParse(parsed);
  if (!result.success)
    throw new FeedParseError(
      "This is JSON, but neither a JSON Feed nor a converter's response: it has no list of items.",
    );
  return fromJsonFeed(result.data, url);
}

function fromJsonFeed(feed: z.infer<typeof jsonFeed>, url: string | null): RawFeed {
  const link = feed.home_page_url ? toWebUrl(feed.home_page_url, url) : null;
  const feedAuthors = getAuthors(feed);
  const baseUrl = link ?? url;
  return {
    kind: "json",
    title: toText(feed.title),
    description: toText(feed.description),
    link,
    language: feed.language ?? null,
    pollingHints: NO_REQUESTED_INTERVAL,
    entries: feed.items.map((item): Entry => {
      const address = item.url ?? item.external_url ?? (/^https?:/.test(item.id ?? "") ? item.id : undefined);
      const itemLink = address ? toWebUrl(address, baseUrl) : null;
      const attachedImages = item.attachments.filter(({ mime_type }) => mime_type?.startsWith("image/"));
      const images = [item.image, item.banner_image, ...attachedImages.map((file) => file.url)];
      return {
        title: hasEntities(item.title) ? toHtml(item.title) : toText(item.title),
        link: itemLink,
        guid: item.id ?? null,
        author: getAuthors(item) ?? feedAuthors,
        published: item.date_published ?? null,
        updated: item.date_modified ?? null,
        description: toText(item.summary ?? ""),
        content: item.content_html ? toHtml(item.content_html) : toText(item.content_text ?? ""),
        images: images.flatMap((image) => toImage(image, baseUrl)),
        enclosures: item.attachments.flatMap((file) => {
          const fileUrl = toWebUrl(file.url, baseUrl);
          return fileUrl ? [{ url: fileUrl, type: file.mime_type ?? null, length: file.size_in_bytes ?? null }] : [];
        }),
        categories: item.tags.filter(Boolean),
        baseUrl: address ? itemLink : baseUrl,
      };
    }),
  };
}

function fromConverter({ status, feed, items }: z.infer<typeof convertedFeed>, url: string | null): RawFeed {
  if (status !== undefined && status !== "ok")
    throw new FeedParseError(`The converter could not read the feed: its status is "${status}".`);
  return {
    kind: "converter",
    title: toHtml(feed.title),
    description: toHtml(feed.description),
    link: feed.link ? toWebUrl(feed.link, url) : null,
    language: null,
    pollingHints: NO_REQUESTED_INTERVAL,
    entries: items.map(({ enclosure, ...item }): Entry => {
      const file = enclosure.link ?? enclosure.url;
      const fileUrl = file ? toWebUrl(file, url) : null;
      const isImage = !enclosure.type || enclosure.type.startsWith("image");
      const images = [isImage ? file : undefined, enclosure.thumbnail, item.thumbnail];
      const link = item.link ? toWebUrl(item.link, url) : null;
      return {
        title: toHtml(item.title),
        link,
        guid: item.guid || null,
        author: item.author || null,
        published: item.pubDate || null,
        updated: null,
        description: toHtml(item.description),
        content: toHtml(item.content),
        images: images.flatMap((image) => toImage(image, url)),
        enclosures: fileUrl ? [{ url: fileUrl, type: enclosure.type ?? null, length: enclosure.length ?? null }] : [],
        categories: item.categories.filter(Boolean),
        baseUrl: item.link ? link : url,
      };
    }),
  };
}

interface Authored {
  author?: { name?: string | undefined } | undefined;
  authors: { name?: string | undefined }[];
}

function getAuthors({ author, authors }: Authored): string | null {
  const names = [...authors, author].flatMap((each) => each?.name?.trim() || []);
  return names.length > 0 ? [...new Set(names)].join(", ") : null;
}

function toImage(address: string | undefined, baseUrl: string | null): ImageCandidate[] {
  const url = address ? toWebUrl(address, baseUrl) : null;
  return url ? [{ url, width: null, height: null, alt: "", caption: "", credit: "" }] : [];
}
