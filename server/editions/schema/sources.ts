import { getFollowedFeeds } from "../../../core/ownFeeds.ts";
import { slugify, toUniqueSlug } from "../../../core/slug.ts";

interface SourceFeed {
  url: string;
  publisher: string;
  slug?: string | undefined;
}

interface Following<Feed extends Partial<SourceFeed>> {
  sections: readonly { feeds: readonly Feed[] }[];
}

/** Path segments that say nothing about a feed's content. */
const GENERIC_SEGMENT = /^(rss|rss2|atom|feeds?|xml|json|index|services|all|latest|profile|www|default|\d{1,2})?$/;

/** Results of `getSourcesBySlug`, by the `sections` object. Cached, since one page contains many URLs with a slug. */
const cache = new WeakMap<object, ReadonlyMap<string, SourceFeed>>();

/**
 * Returns an edition's feeds by slug. The default slug joins the publisher and the URL's last meaningful path segment.
 */
export function getSourcesBySlug<Feed extends SourceFeed>({ sections }: Following<Feed>): ReadonlyMap<string, Feed> {
  return cache.getOrInsertComputed(sections, () => nameSources({ sections })) as ReadonlyMap<string, Feed>;
}

function nameSources({ sections }: Following<SourceFeed>): Map<string, SourceFeed> {
  const feeds = new Map<string, SourceFeed>();
  for (const feed of sections.flatMap(getFollowedFeeds)) if (!feeds.get(feed.url)?.slug) feeds.set(feed.url, feed);
  const configuredSlugs = new Set([...feeds.values()].map(({ slug }) => slug));
  const sources = new Map<string, SourceFeed>();
  for (const feed of feeds.values()) {
    const slug =
      feed.slug ?? toUniqueSlug(toSlug(feed), (candidate) => sources.has(candidate) || configuredSlugs.has(candidate));
    sources.set(slug, feed);
  }
  return sources;
}

/** Returns the path in `edition.yaml` of the first slug that repeats the slug of another feed; undefined for none. */
export function findSharedSlug({ sections }: Following<Partial<SourceFeed>>): (string | number)[] | undefined {
  const owners = new Map<string, string | undefined>();
  for (const [sectionIndex, section] of sections.entries())
    for (const [feedIndex, { slug, url }] of section.feeds.entries()) {
      if (slug === undefined) continue;
      if ((owners.get(slug) ?? url) !== url) return ["sections", sectionIndex, "feeds", feedIndex, "slug"];
      owners.set(slug, url);
    }
  return undefined;
}

function toSlug({ url, publisher }: SourceFeed): string {
  const parts = new URL(url).pathname
    .split("/")
    .map((part) => part.toLowerCase().replace(/\.(xml|rss|atom|json)$/, ""));
  const segment = parts.findLast((part) => !GENERIC_SEGMENT.test(part)) ?? "";
  return slugify(`${publisher} ${segment}`.replaceAll(/[./_]/g, " ")) || "source";
}
