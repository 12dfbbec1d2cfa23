import { buildAtom } from "./buildAtom.ts";
import { buildJsonFeed } from "./buildJsonFeed.ts";
import { buildRss } from "./buildRss.ts";
import { ITEMS_IN_FEED, type OutgoingFeed } from "./feed.ts";
import type { FeedFormat } from "./formats.ts";

const BUILDERS = { rss: buildRss, atom: buildAtom, json: buildJsonFeed };

/** Builds a feed of the 50 newest items, newest first. The result depends on the arguments alone. */
export function buildFeed({ items, ...feed }: OutgoingFeed, format: FeedFormat): string {
  const newest = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date)).slice(0, ITEMS_IN_FEED);
  return BUILDERS[format]({ ...feed, items: newest });
}
