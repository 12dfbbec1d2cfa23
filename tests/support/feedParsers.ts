import { once } from "node:events";
import { Readable } from "node:stream";
import { decodeHTML } from "entities";
import FeedParser from "feedparser";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import OpmlParser from "opmlparser";
import type { FeedFormat } from "../../core/feed/formats.ts";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";

/** A feed's item in a common form, so that results of different parsers and formats can be compared. */
export interface ParsedItem {
  id: string | undefined;
  title: string | undefined;
  link: string | undefined;
  author: string | undefined;
  date: string;
  summary: string | undefined;
  content: string | undefined;
  tags: string[];
  recording: string | undefined;
}

/** Parses one of our own feeds with feedsmith. */
export function parseWithFeedsmith(text: string, format: FeedFormat): ParsedItem[] {
  if (format === "rss")
    return (parseRssFeed(text).items ?? []).map((item) => ({
      id: item.guid?.value,
      title: item.title,
      link: item.link,
      author: item.dc?.creators?.[0],
      date: toInstant(item.pubDate),
      // Decodes the description, which is markup in RSS.
      summary: decodeHTML(item.description ?? ""),
      content: item.content?.encoded,
      tags: item.categories?.flatMap(({ name }) => name ?? []) ?? [],
      recording: item.enclosures?.[0]?.url,
    }));
  if (format === "atom")
    return (parseAtomFeed(text).entries ?? []).map((entry) => ({
      id: entry.id,
      title: entry.title?.value,
      link: entry.links?.find(({ rel }) => rel === "alternate")?.href,
      author: entry.authors?.[0]?.name,
      date: toInstant(entry.published),
      summary: entry.summary?.value ?? "",
      content: entry.content?.value,
      tags: entry.categories?.flatMap(({ term }) => term ?? []) ?? [],
      recording: entry.links?.find(({ rel }) => rel === "enclosure")?.href,
    }));
  return (parseJsonFeed(text).items ?? []).map((item) => ({
    id: item.id,
    title: item.title,
    link: item.url,
    author: item.authors?.[0]?.name,
    date: toInstant(item.date_published),
    summary: item.summary ?? "",
    content: item.content_html,
    tags: item.tags ?? [],
    recording: item.attachments?.[0]?.url,
  }));
}

/** Parses one of our own feeds with feedparser. Uses our parser for JSON Feed, which feedparser does not support. */
export async function parseIndependently(text: string, format: FeedFormat): Promise<ParsedItem[]> {
  if (format === "json")
    return readFeed(Buffer.from(text), {}).feed.articles.map((article) => ({
      id: article.guid ?? undefined,
      title: article.title,
      link: article.link ?? undefined,
      author: article.author,
      date: toInstant(article.publishedAt ?? undefined),
      summary: article.excerpt,
      content: article.contentHtml,
      tags: article.categories,
      recording: article.enclosures.find(isRecording)?.url,
    }));
  const stories: ParsedItem[] = [];
  for await (const item of Readable.from([text]).pipe(new FeedParser({ addmeta: false })))
    stories.push({
      id: item.guid ?? undefined,
      title: item.title ?? undefined,
      link: item.link ?? undefined,
      author: item.author ?? undefined,
      date: item.pubdate?.toISOString() ?? "",
      summary: format === "rss" ? decodeHTML(item.summary ?? "") : (item.summary ?? ""),
      content: item.description ?? undefined,
      tags: item.categories,
      recording: item.enclosures.find(isRecording)?.url,
    });
  return stories;
}

/** Returns the outlines of an OPML file, parsed with opmlparser. */
export async function parseOpmlOutlines(text: string): Promise<{ title: string; xmlurl?: string; htmlurl?: string }[]> {
  const outlines: { title: string; xmlurl?: string; htmlurl?: string }[] = [];
  const parser = new OpmlParser();
  parser.on("data", (outline) => outlines.push(outline));
  parser.end(text);
  await once(parser, "end");
  return outlines;
}

function toInstant(date: string | undefined): string {
  return new Date(date ?? "").toISOString();
}

/** Returns true for a recording. Some parsers also return images as enclosures. */
function isRecording({ type }: { type?: string | null }): boolean {
  return /^(audio|video)\//.test(type ?? "");
}
