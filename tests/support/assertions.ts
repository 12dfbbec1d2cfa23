import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanHtml } from "../../server/feeds/clean/cleanHtml.ts";
import { type ReadFeed, readFeed } from "../../server/feeds/parse/readFeed.ts";
import { plainTitle, wordsOf } from "../../server/html/text.ts";

/** What another reader's tests say of a field of a feed, in that reader's words. */
export interface Assertion {
  file: string;
  path: string;
  expected: unknown;
  headers?: Record<string, string>;
}

/** Whether our reader says the same: `absent` where our types have no such field. */
export type Verdict = { outcome: "same" } | { outcome: "absent" } | { outcome: "different"; found: unknown };

type Find = (read: ReadFeed, index: number, second: number) => unknown;

/** Compares what we found with what is expected, in the terms of the field's kind. */
type Kind = "text" | "html" | "address" | "instant" | "number";

interface Field {
  kind: Kind;
  find: Find;
}

const article = ({ feed }: ReadFeed, index: number) => feed.articles[index];
const text = (find: Find): Field => ({ kind: "text", find });
const html = (find: Find): Field => ({ kind: "html", find });
const address = (find: Find): Field => ({ kind: "address", find });
const instant = (find: Find): Field => ({ kind: "instant", find });
const number = (find: Find): Field => ({ kind: "number", find });

const FEED_FIELDS: Record<string, Field> = {
  title: text(({ feed }) => feed.title),
  description: text(({ feed }) => feed.description),
  link: address(({ feed }) => feed.link),
  language: text(({ feed }) => feed.language),
  kind: text(({ feed }) => ({ rss: "rss", rdf: "rss", atom: "atom", json: "json", converter: "json" })[feed.kind]),
  ttl: number(({ rhythm }) => rhythm.ttlMinutes),
};

const ARTICLE_FIELDS: Record<string, Field> = {
  title: text((read, index) => article(read, index)?.title),
  link: address((read, index) => article(read, index)?.link),
  guid: text((read, index) => article(read, index)?.guid),
  author: text((read, index) => article(read, index)?.author),
  "author of several": text((read, index, second) => article(read, index)?.author.split(", ")[second]),
  published: instant((read, index) => article(read, index)?.publishedAt),
  updated: instant((read, index) => article(read, index)?.updatedAt),
  description: html((read, index) => article(read, index)?.descriptionHtml),
  content: html((read, index) => article(read, index)?.contentHtml),
  image: address((read, index) => article(read, index)?.image?.url),
  category: text((read, index, second) => article(read, index)?.categories[second]),
  "file.url": address((read, index, second) => article(read, index)?.enclosures[second]?.url),
  "file.type": text((read, index, second) => article(read, index)?.enclosures[second]?.type),
  "file.length": number((read, index, second) => article(read, index)?.enclosures[second]?.length),
};

/** feedparser's and gofeed's names of the fields that our types have. */
const NAMES: Record<string, string> = {
  tagline: "description",
  subtitle: "description",
  info: "description",
  id: "guid",
  "content[].value": "content",
  summary: "description",
  "tags[].term": "category",
  "tags[].label": "category",
  category: "category",
  "categories[]": "category",
  "authors[].name": "author of several",
  "author_detail.name": "author",
  "author.name": "author",
  published_parsed: "published",
  publishedParsed: "published",
  updated_parsed: "updated",
  updatedParsed: "updated",
  "enclosures[].url": "file.url",
  "enclosures[].href": "file.url",
  "enclosures[].type": "file.type",
  "enclosures[].length": "file.length",
  "image.href": "image",
  "image.url": "image",
  feedType: "kind",
};

/** Holds one assertion against our reader. The path is `feed.title`, `entries[0].tags[1].term`, `items[0].link`, `title`… */
export function judge(folder: string, { file, path, expected, headers }: Assertion): Verdict {
  const found = /^(?:entries|items)\[(\d+)\]\.(.+)$/.exec(path);
  const name = (found?.[2] ?? path.replace(/^feed\./, "")).replace(/\[\d+\]/g, "[]");
  const second = Number(/\[(\d+)\](?!.*\[)/.exec(found?.[2] ?? path)?.[1] ?? 0);
  const canonical = NAMES[name] ?? name;
  const field = found ? ARTICLE_FIELDS[canonical] : FEED_FIELDS[canonical];
  if (!field) return { outcome: "absent" };
  const lower = Object.fromEntries(Object.entries(headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]));
  const url = lower["content-location"] ?? BASE;
  const read = readFeed(readFileSync(join(folder, file)), {
    contentType: lower["content-type"] ?? null,
    contentLanguage: lower["content-language"] ?? null,
    url,
  });
  const value = field.find(read, Number(found?.[1] ?? 0), second);
  return agrees(field.kind, value, expected) ? { outcome: "same" } : { outcome: "different", found: value };
}

/** Where feedparser's own tests serve their files. */
const BASE = "http://127.0.0.1:8097/";

function agrees(kind: Kind, found: unknown, expected: unknown): boolean {
  const [ours, theirs] = [found ?? "", expected ?? ""].map(String) as [string, string];
  switch (kind) {
    case "text":
      // Ours has no markup and no line ends in a title, a name or a category.
      return ours === theirs.trim() || ours === plainTitle(theirs, true) || ours === wordsOf(theirs);
    case "html":
      return (
        ours === theirs.trim() ||
        ours === cleanHtml(theirs, BASE) ||
        squeeze(ours) === squeeze(cleanHtml(theirs, BASE)) ||
        (!ours.includes("<img") && wordsOf(ours) === wordsOf(theirs))
      );
    case "address":
      return ours === theirs || URL.parse(theirs, BASE)?.href === ours;
    case "number":
      return Number(ours) === Number(theirs);
    case "instant":
      return Date.parse(ours) === instantOf(expected);
  }
}

function squeeze(html: string): string {
  return html
    .replace(/\s+/g, " ")
    .replace(/> | </g, (edge) => edge.trim())
    .trim();
}

/** An ISO date, or Python's time tuple. */
function instantOf(expected: unknown): number {
  if (!Array.isArray(expected)) return Date.parse(String(expected));
  const [year, month, ...rest] = expected as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, ...(rest.slice(0, 4) as [number, number, number, number]));
}
