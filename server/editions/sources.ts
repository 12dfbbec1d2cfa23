import { slugify, toUniqueSlug } from "../../core/slug.ts";

interface FollowedFeed {
  url: string;
  publisher: string;
  slug?: string | undefined;
}

interface Following<Feed extends FollowedFeed> {
  sections: readonly { feeds: readonly Feed[] }[];
}

/** Path segments that do not distinguish feeds. */
const GENERIC_SEGMENT = /^(rss|rss2|atom|feeds?|xml|json|index|services|all|latest|profile|www|default|\d{1,2})?$/;

/** Sources by the sections of an edition, since many addresses contain a slug. */
const cache = new WeakMap<object, ReadonlyMap<string, FollowedFeed>>();

/**
 * Returns the feeds that an edition follows, each once, by slug. The slug is that of the edition's file, otherwise the
 * publisher and the last distinctive segment of the feed's address.
 */
export function getSourcesBySlug<Feed extends FollowedFeed>({ sections }: Following<Feed>): ReadonlyMap<string, Feed> {
  return cache.getOrInsertComputed(sections, () => nameSources({ sections })) as ReadonlyMap<string, Feed>;
}

function nameSources({ sections }: Following<FollowedFeed>): Map<string, FollowedFeed> {
  const feeds = new Map<string, FollowedFeed>();
  for (const feed of sections.flatMap(({ feeds }) => feeds)) if (!feeds.get(feed.url)?.slug) feeds.set(feed.url, feed);
  const given = new Set([...feeds.values()].map(({ slug }) => slug));
  const sources = new Map<string, FollowedFeed>();
  for (const feed of feeds.values()) {
    const slug = feed.slug ?? toUniqueSlug(toSlug(feed), (candidate) => sources.has(candidate) || given.has(candidate));
    sources.set(slug, feed);
  }
  return sources;
}

/** Returns the path of a slug that another feed already has; undefined if there is none. */
export function findSharedSlug({ sections }: Following<FollowedFeed>): (string | number)[] | undefined {
  const owners = new Map<string, string>();
  for (const [index, section] of sections.entries())
    for (const [place, { slug, url }] of section.feeds.entries()) {
      if (slug === undefined) continue;
      if ((owners.get(slug) ?? url) !== url) return ["sections", index, "feeds", place, "slug"];
      owners.set(slug, url);
    }
  return undefined;
}

function toSlug({ url, publisher }: FollowedFeed): string {
  const parts = new URL(url).pathname
    .split("/")
    .map((part) => part.toLowerCase().replace(/\.(xml|rss|atom|json)$/, ""));
  const segment = parts.findLast((part) => !GENERIC_SEGMENT.test(part)) ?? "";
  return slugify(`${publisher} ${segment}`.replaceAll(/[./_]/g, " ")) || "source";
}
