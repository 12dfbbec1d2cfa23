import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanHtml } from "../../server/feeds/clean/cleanHtml.ts";
import { type ParsedFeed, readFeed } from "../../server/feeds/parse/readFeed.ts";
import { toPlainTitle, toText } from "../../server/html/text.ts";

/** An assertion of another parser's tests: the value that one field must have. `path` is that parser's field name. */
export interface Assertion {
  file: string;
  path: string;
  expected: unknown;
  headers?: Record<string, string>;
}

/** `absent` stands for a field that our types lack. */
type Result = { outcome: "same" } | { outcome: "absent" } | { outcome: "different"; found: unknown };

type Find = (parsed: ParsedFeed, index: number, second: number) => unknown;

/** Kind of a field, which determines how its values are compared. */
type Kind = "text" | "html" | "address" | "instant" | "number";

interface Field {
  kind: Kind;
  find: Find;
}

const article = ({ feed }: ParsedFeed, index: number) => feed.articles[index];
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
  ttl: number(({ pollingHints }) => pollingHints.ttlMinutes),
};

const ARTICLE_FIELDS: Record<string, Field> = {
  title: text((parsed, index) => article(parsed, index)?.title),
  link: address((parsed, index) => article(parsed, index)?.link),
  guid: text((parsed, index) => article(parsed, index)?.guid),
  author: text((parsed, index) => article(parsed, index)?.author),
  "author of several": text((parsed, index, second) => article(parsed, index)?.author.split(", ")[second]),
  published: instant((parsed, index) => article(parsed, index)?.publishedAt),
  updated: instant((parsed, index) => article(parsed, index)?.updatedAt),
  description: html((parsed, index) => article(parsed, index)?.descriptionHtml),
  content: html((parsed, index) => article(parsed, index)?.contentHtml),
  image: address((parsed, index) => article(parsed, index)?.image?.url),
  category: text((parsed, index, second) => article(parsed, index)?.categories[second]),
  "file.url": address((parsed, index, second) => article(parsed, index)?.enclosures[second]?.url),
  "file.type": text((parsed, index, second) => article(parsed, index)?.enclosures[second]?.type),
  "file.length": number((parsed, index, second) => article(parsed, index)?.enclosures[second]?.length),
};

/** Names of our fields, by the names in feedparser and gofeed. */
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

/** Compares an expected value with our parser's value. Paths are like `feed.title` or `entries[0].tags[1].term`. */
export function checkAssertion(folder: string, { file, path, expected, headers }: Assertion): Result {
  const found = /^(?:entries|items)\[(\d+)\]\.(.+)$/.exec(path);
  const name = (found?.[2] ?? path.replace(/^feed\./, "")).replace(/\[\d+\]/g, "[]");
  const second = Number(/\[(\d+)\](?!.*\[)/.exec(found?.[2] ?? path)?.[1] ?? 0);
  const canonical = NAMES[name] ?? name;
  const field = found ? ARTICLE_FIELDS[canonical] : FEED_FIELDS[canonical];
  if (!field) return { outcome: "absent" };
  const lower = Object.fromEntries(Object.entries(headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]));
  const url = lower["content-location"] ?? BASE;
  const parsed = readFeed(readFileSync(join(folder, file)), {
    contentType: lower["content-type"] ?? null,
    contentLanguage: lower["content-language"] ?? null,
    url,
  });
  const value = field.find(parsed, Number(found?.[1] ?? 0), second);
  return isEqual(field.kind, value, expected) ? { outcome: "same" } : { outcome: "different", found: value };
}

/** The URL at which feedparser's tests serve their files. */
const BASE = "http://127.0.0.1:8097/";

function isEqual(kind: Kind, found: unknown, expected: unknown): boolean {
  const [ours, theirs] = [found ?? "", expected ?? ""].map(String) as [string, string];
  switch (kind) {
    case "text":
      // Compares without markup and line breaks, which our titles, names and categories never have.
      return ours === theirs.trim() || ours === toPlainTitle(theirs, true) || ours === toText(theirs);
    case "html":
      return (
        ours === theirs.trim() ||
        ours === cleanHtml(theirs, BASE) ||
        collapseSpace(ours) === collapseSpace(cleanHtml(theirs, BASE)) ||
        (!ours.includes("<img") && toText(ours) === toText(theirs))
      );
    case "address":
      return ours === theirs || URL.parse(theirs, BASE)?.href === ours;
    case "number":
      return Number(ours) === Number(theirs);
    case "instant":
      return Date.parse(ours) === toInstant(expected);
  }
}

function collapseSpace(html: string): string {
  return html
    .replace(/\s+/g, " ")
    .replace(/> | </g, (edge) => edge.trim())
    .trim();
}

/** @param expected an ISO date or Python's time tuple */
function toInstant(expected: unknown): number {
  if (!Array.isArray(expected)) return Date.parse(String(expected));
  const [year, month, ...rest] = expected as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, ...(rest.slice(0, 4) as [number, number, number, number]));
}
