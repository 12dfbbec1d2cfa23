import { z } from "zod";
import { NO_RHYTHM } from "../../../core/article.ts";
import { hasEntities } from "../../html/text.ts";
import type { Entry, FeedText, PictureCandidate, RawFeed } from "./entry.ts";
import { webAddress } from "./rss.ts";
import { UnreadableFeed } from "./unreadable.ts";

/** What is of another type than the format says is as if it were not there: one bad field costs itself alone. */
const text = z.union([z.string(), z.number().transform(String)]).catch("");
const maybe = z.string().optional().catch(undefined);
const names = z.array(z.string().catch("")).catch([]);

const author = z
  .union([z.object({ name: maybe }), z.string().transform((name) => ({ name: name as string | undefined }))])
  .catch({ name: undefined });

/** A list in which an item that is none costs itself alone. */
function listOf<Item>(item: z.ZodType<Item>) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((one): Item[] => {
      const read = item.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
}

/** JSON Feed 1 and 1.1, https://www.jsonfeed.org/version/1.1/ */
const jsonFeed = z.object({
  title: text,
  description: text,
  home_page_url: maybe,
  language: maybe,
  author: author.optional(),
  authors: z.array(author).catch([]),
  items: listOf(
    z.object({
      id: z
        .union([z.string(), z.number().transform(String)])
        .optional()
        .catch(undefined),
      url: maybe,
      external_url: maybe,
      title: text,
      content_html: maybe,
      content_text: maybe,
      summary: maybe,
      image: maybe,
      banner_image: maybe,
      date_published: maybe,
      date_modified: maybe,
      author: author.optional(),
      authors: z.array(author).catch([]),
      tags: names,
      attachments: z
        .array(z.object({ url: text, mime_type: maybe, size_in_bytes: z.number().optional().catch(undefined) }))
        .catch([]),
    }),
  ),
});

/** The answer of a feed-to-JSON converter. */
const converted = z.object({
  status: z.string().optional(),
  feed: z
    .object({ title: text, description: text, link: maybe })
    .catch({ title: "", description: "", link: undefined }),
  items: listOf(
    z.object({
      title: text,
      link: maybe,
      pubDate: maybe,
      author: maybe,
      thumbnail: maybe,
      description: text,
      content: text,
      guid: maybe,
      enclosure: z
        .object({
          link: maybe,
          url: maybe,
          type: maybe,
          length: z.coerce.number().optional().catch(undefined),
          thumbnail: maybe,
        })
        .catch({ link: undefined, url: undefined, type: undefined, length: undefined, thumbnail: undefined }),
      categories: names,
    }),
  ),
});

/**
 * Reads JSON Feed, or a converter's answer.
 *
 * @throws {UnreadableFeed} where it is neither
 */
export function readJson(source: string, url: string | null): RawFeed {
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (error) {
    throw new UnreadableFeed(`The JSON is broken: ${(error as Error).message}.`);
  }
  parsed = keepFirst(parsed);
  if (isConverted(parsed)) return readConverted(converted.safeParse(parsed), url);
  const result = jsonFeed.safeParse(parsed);
  if (!result.success)
    throw new UnreadableFeed(
      "This is JSON, but neither a JSON Feed nor a converter's answer: it has no list of items.",
    );
  return readJsonFeed(result.data, url);
}

/** More items than any feed has are dropped before they are looked at, so that no feed fills the memory. */
const MAX_ITEMS = 10_000;

function keepFirst(parsed: unknown): unknown {
  const items = (parsed as { items?: unknown } | null)?.items;
  return Array.isArray(items) ? { ...(parsed as object), items: items.slice(0, MAX_ITEMS) } : parsed;
}

function isConverted(parsed: unknown): boolean {
  return typeof parsed === "object" && parsed !== null && "items" in parsed && ("feed" in parsed || "status" in parsed);
}

function readJsonFeed(feed: z.infer<typeof jsonFeed>, url: string | null): RawFeed {
  const feedAuthor = authorsOf(feed);
  const base = (feed.home_page_url && webAddress(feed.home_page_url, url)) || url;
  return {
    kind: "json",
    title: plain(feed.title),
    description: plain(feed.description),
    link: feed.home_page_url ? webAddress(feed.home_page_url, url) : null,
    language: feed.language ?? null,
    rhythm: NO_RHYTHM,
    entries: feed.items.map((item): Entry => {
      const link = item.url ?? item.external_url ?? (/^https?:/.test(item.id ?? "") ? item.id : undefined);
      const pictures = [item.image, item.banner_image, ...item.attachments.filter(isImage).map((file) => file.url)];
      return {
        title: hasEntities(item.title) ? markup(item.title) : plain(item.title),
        link: link ? webAddress(link, base) : null,
        guid: item.id ?? null,
        author: authorsOf(item) ?? feedAuthor,
        published: item.date_published ?? null,
        updated: item.date_modified ?? null,
        description: plain(item.summary ?? ""),
        content: item.content_html ? markup(item.content_html) : plain(item.content_text ?? ""),
        pictures: pictures.flatMap((address) => picture(address, base)),
        enclosures: item.attachments.flatMap((file) => {
          const address = webAddress(file.url, base);
          return address ? [{ url: address, type: file.mime_type ?? null, length: file.size_in_bytes ?? null }] : [];
        }),
        categories: item.tags.filter(Boolean),
        base: link ? webAddress(link, base) : base,
      };
    }),
  };
}

function readConverted(result: z.ZodSafeParseResult<z.infer<typeof converted>>, url: string | null): RawFeed {
  if (!result.success) throw new UnreadableFeed("The converter's answer has no list of items.");
  const { status, feed, items } = result.data;
  if (status !== undefined && status !== "ok")
    throw new UnreadableFeed(`The converter could not read the feed: its status is "${status}".`);
  return {
    kind: "converter",
    title: markup(feed.title),
    description: markup(feed.description),
    link: feed.link ? webAddress(feed.link, url) : null,
    language: null,
    rhythm: NO_RHYTHM,
    entries: items.map((item): Entry => {
      const { enclosure } = item;
      const file = enclosure.link ?? enclosure.url;
      const isPicture = !enclosure.type || enclosure.type.startsWith("image");
      const pictures = [isPicture ? file : undefined, enclosure.thumbnail, item.thumbnail];
      const address = file ? webAddress(file, url) : null;
      return {
        title: markup(item.title),
        link: item.link ? webAddress(item.link, url) : null,
        guid: item.guid || null,
        author: item.author || null,
        published: item.pubDate || null,
        updated: null,
        description: markup(item.description),
        content: markup(item.content),
        pictures: pictures.flatMap((candidate) => picture(candidate, url)),
        enclosures: address ? [{ url: address, type: enclosure.type ?? null, length: enclosure.length ?? null }] : [],
        categories: item.categories.filter(Boolean),
        base: item.link ? webAddress(item.link, url) : url,
      };
    }),
  };
}

function authorsOf(of: {
  author?: { name?: string | undefined } | undefined;
  authors: { name?: string | undefined }[];
}): string | null {
  const found = [...of.authors, of.author].flatMap((one) => (one?.name?.trim() ? [one.name.trim()] : []));
  return found.length > 0 ? [...new Set(found)].join(", ") : null;
}

function isImage(file: { mime_type?: string | undefined }): boolean {
  return file.mime_type?.startsWith("image/") ?? false;
}

function picture(address: string | undefined, base: string | null): PictureCandidate[] {
  const url = address ? webAddress(address, base) : null;
  return url ? [{ url, width: null, height: null, alt: "", caption: "", credit: "" }] : [];
}

function plain(value: string): FeedText {
  return { value, isHtml: false };
}

function markup(value: string): FeedText {
  return { value, isHtml: true };
}
