import { buildAtom } from "./atom.ts";
import { ITEMS_IN_FEED, type OutgoingFeed } from "./feed.ts";
import type { FeedFormat } from "./formats.ts";
import { buildJsonFeed } from "./jsonFeed.ts";
import { buildRss } from "./rss.ts";

const BUILDERS = { rss: buildRss, atom: buildAtom, json: buildJsonFeed };

/** Builds a feed of the newest items, sorted by date, newest first. The same feed gives the same text. */
export function buildFeed({ channel, items }: OutgoingFeed, format: FeedFormat): string {
  const newest = items.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date)).slice(0, ITEMS_IN_FEED);
  return BUILDERS[format]({ channel, items: newest });
}
