import { readFile } from "node:fs/promises";
import { toMessage } from "../../../core/toMessage.ts";
import { FEED_PARSER, type FetchTools } from "../../feeds/fetch/fetchTools.ts";
import { decodeBody } from "../../feeds/parse/decodeBody.ts";
import type { Parser } from "../../isolation/parsers.ts";
import { type Generator, type LinkedFeed, type PageFeeds, readOpml } from "./linkedFeeds.ts";
import type { parse } from "./linkParser.ts";

/** A feed that was read. */
export interface FoundFeed {
  url: string;
  /** Title of the feed; may be "". */
  title: string;
  /** Folder of the feed in an OPML file, or the category if this is the feed of a blog's category; otherwise null. */
  category: string | null;
  /** The language tag that the feed declares; null if there is none. */
  language: string | null;
  /** Categories of the feed's articles. A category appears once for each article that has it. */
  articleCategories: string[];
}

/** An address without a readable feed. */
export interface UnreadAddress {
  url: string;
  category: string | null;
  /** Reason why no feed was read, as a sentence. */
  reason: string;
  /** True if another attempt would fail, too, for example because the web page has no feed. */
  isFinal: boolean;
}

export interface FoundFeeds {
  feeds: FoundFeed[];
  unread: UnreadAddress[];
}

/** Maximum number of category feeds that are read per blog. Larger categories take precedence. */
const MAX_CATEGORIES = 6;
/** Maximum number of feeds that are read from one list, such as an OPML file. */
const MAX_FEEDS = 200;
const NO_FEED = "This web page links to no feed.";
const LINK_PARSER: Parser<typeof parse> = {
  module: new URL("./linkParser.ts", import.meta.url),
  task: "Parsing the page",
  timeoutMs: 5000,
};

/** Finds the feeds at the given addresses, which may be feeds, OPML files or web pages. Lists each feed once. */
export async function findFeeds(addresses: readonly string[], tools: FetchTools): Promise<FoundFeeds> {
  return mergeFound(await Promise.all(addresses.map((url) => readAddress({ url, title: "", category: null }, tools))));
}

/** Finds the feeds of a local OPML file; returns undefined if the file is not OPML. */
export async function findFeedsOfFile(path: string, tools: FetchTools): Promise<FoundFeeds | undefined> {
  const linked = readOpml(decodeBody(await readFile(path), null));
  return linked && readLinked(linked, tools);
}

export function mergeFound(found: readonly FoundFeeds[]): FoundFeeds {
  const feeds = new Map<string, FoundFeed>();
  for (const feed of found.flatMap(({ feeds }) => feeds)) if (!feeds.has(feed.url)) feeds.set(feed.url, feed);
  return { feeds: [...feeds.values()], unread: found.flatMap(({ unread }) => unread) };
}

async function readLinked(linked: readonly LinkedFeed[], tools: FetchTools): Promise<FoundFeeds> {
  return mergeFound(await Promise.all(linked.slice(0, MAX_FEEDS).map((feed) => readAddress(feed, tools, true))));
}

/**
 * Reads a feed, or the feeds that an OPML file or a web page names.
 *
 * @param isLinked true if a page or list names this address as a feed; links to other feeds are then ignored
 */
async function readAddress(linked: LinkedFeed, tools: FetchTools, isLinked = false): Promise<FoundFeeds> {
  const { url, title, category } = linked;
  const fail = (reason: string, isFinal = false) => ({ feeds: [], unread: [{ url, category, reason, isFinal }] });
  if (!/^https?:/.test(URL.parse(url)?.protocol ?? "")) return fail("This is not the address of a web site.", true);
  try {
    const response = await tools.outbound.get(url);
    if (response.status !== 200) return fail(`It responded with status ${response.status}.`);
    const type = response.headers["content-type"] ?? null;
    const { opml, page } = await tools.parsers.parse(
      LINK_PARSER,
      { contentType: type, url: response.url },
      response.body,
    );
    if (opml) return isLinked ? fail("This is a list of feeds.", true) : await readLinked(opml, tools);
    const source = { contentType: type, url: response.url };
    const parsed = await tools.parsers.parse(FEED_PARSER, source, response.body).catch((error: Error) => error);
    if (!(parsed instanceof Error)) {
      const { feed } = parsed;
      const articleCategories = feed.articles.flatMap(({ categories }) => [...new Set(categories)]);
      const { language } = feed;
      return { feeds: [{ url, title: feed.title || title, category, language, articleCategories }], unread: [] };
    }
    if (!page) return fail(parsed.message);
    if (isLinked) return fail(NO_FEED, true);
    return (await readPage(page, response.url, tools)) ?? fail(NO_FEED, true);
  } catch (error) {
    return fail(toMessage(error));
  }
}

/** Reads the first feed of a web page; for a blog, also its categories' feeds. Returns undefined without a feed. */
async function readPage(page: PageFeeds, url: string, tools: FetchTools): Promise<FoundFeeds | undefined> {
  const { title, feeds, generator } = page;
  const guess = generator && new URL(generator === "wordpress" ? "/feed/" : "/rss/", url).href;
  const main = feeds[0] ?? (guess ? { url: guess, title, category: null } : undefined);
  if (!main) return undefined;
  const read = await readLinked([main], tools);
  if (read.feeds.length === 0 && feeds.length === 0) return undefined;
  // Ignores errors of category feeds, since the main feed contains their stories, too.
  const categories = generator ? await listCategories(generator, url, read, tools).catch(() => []) : [];
  const found = await readLinked(categories, tools);
  return mergeFound([read, { ...found, unread: [] }]);
}

/**
 * Returns links to the feeds of a blog's largest categories. WordPress lists its categories in an API. For Ghost, the
 * categories of the newest articles are counted.
 */
async function listCategories(
  generator: Generator,
  url: string,
  { feeds }: FoundFeeds,
  tools: FetchTools,
): Promise<LinkedFeed[]> {
  if (generator === "ghost") {
    const counts = Object.entries(
      Object.groupBy(
        feeds.flatMap(({ articleCategories }) => articleCategories),
        (name) => name,
      ),
    );
    const largest = counts.sort(([, a], [, b]) => (b?.length ?? 0) - (a?.length ?? 0)).slice(0, MAX_CATEGORIES);
    return largest.map(([name]) => {
      const slug = name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, "");
      return { url: new URL(`/tag/${encodeURIComponent(slug)}/rss/`, url).href, title: name, category: name };
    });
  }
  const api = new URL(`/wp-json/wp/v2/categories?per_page=${MAX_CATEGORIES}&orderby=count&order=desc`, url);
  const response = await tools.outbound.get(api.href);
  if (response.status !== 200) return [];
  const source = { contentType: "application/json; charset=utf-8", url: api.href };
  const { categories } = await tools.parsers.parse(LINK_PARSER, source, response.body);
  return categories
    .filter(({ name, count }) => count > 0 && !/^(uncategorized|sin categor[ií]a)$/i.test(name))
    .map(({ name, link }) => ({ url: `${link.replace(/\/?$/, "/")}feed/`, title: name, category: name }));
}
