import { slugify } from "../../core/slug.ts";

interface FollowedFeed {
  url: string;
  publisher: string;
  slug?: string | undefined;
}

interface Following<Feed extends FollowedFeed> {
  sections: readonly { feeds: readonly Feed[] }[];
}

/** What addresses of feeds are made of that tells none from another. */
const SAYS_NOTHING = /^(rss|rss2|atom|feeds?|xml|json|index|services|all|latest|profile|www|default|\d{1,2})?$/;

const known = new WeakMap<object, ReadonlyMap<string, FollowedFeed>>();

/**
 * The feeds that an edition follows, each once, by the slugs by which the site's addresses name them: the edition's file
 * gives one, else the publisher and the last part of the feed's address that says anything.
 */
export function sourcesBySlug<Feed extends FollowedFeed>({ sections }: Following<Feed>): ReadonlyMap<string, Feed> {
  const found = known.get(sections);
  if (found) return found as ReadonlyMap<string, Feed>;
  const feeds = new Map<string, Feed>();
  for (const feed of sections.flatMap((section) => section.feeds))
    if (!feeds.get(feed.url)?.slug) feeds.set(feed.url, feed);
  const given = new Set([...feeds.values()].map(({ slug }) => slug));
  const sources = new Map<string, Feed>();
  for (const feed of feeds.values()) {
    const base = slugOf(feed);
    let slug = base;
    for (let number = 2; sources.has(slug) || given.has(slug); number++) slug = `${base}-${number}`;
    sources.set(feed.slug ?? slug, feed);
  }
  known.set(sections, sources);
  return sources;
}

/** Two feeds of one slug, as the place of the second in the file; undefined where there are none. */
export function sharedSourceSlug({ sections }: Following<FollowedFeed>): (string | number)[] | undefined {
  const owners = new Map<string, string>();
  for (const [index, section] of sections.entries())
    for (const [place, { slug, url }] of section.feeds.entries()) {
      if (slug === undefined) continue;
      if ((owners.get(slug) ?? url) !== url) return ["sections", index, "feeds", place, "slug"];
      owners.set(slug, url);
    }
  return undefined;
}

function slugOf({ url, publisher }: FollowedFeed): string {
  const parts = new URL(url).pathname
    .split("/")
    .map((part) => part.toLowerCase().replace(/\.(xml|rss|atom|json)$/, ""));
  const telling = parts.findLast((part) => !SAYS_NOTHING.test(part)) ?? "";
  return slugify(`${publisher} ${telling}`.replaceAll(/[./_]/g, " ")) || "source";
}
