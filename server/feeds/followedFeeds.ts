import type { Edition } from "../editions/load.ts";
import type { Relay } from "../editions/schema.ts";
import { addFeeds, parkUnfollowedFeeds, recordFollows } from "../store/feeds.ts";
import type { Database } from "../store/schema.ts";
import { findTakenDown } from "../store/takedowns.ts";

/** The part of an edition that decides which feeds are polled, and how. */
export type Following = Pick<Edition, "id" | "hero" | "sections" | "relays" | "ports" | "samplesBySlug">;

/** A feed that one or more editions follow, fetched once for all of them. */
export interface PlannedFeed {
  url: string;
  publisher: string;
  everyMinutes: number;
  /** True if the feed's host may have a private address. */
  isPrivate: boolean;
  relays: readonly Relay[];
  followedBy: { edition: string; section: string }[];
}

/** Returns the feeds to poll, lead sections first. A shared feed has the shortest interval and the first relays. */
export function planFeeds(
  editions: readonly Pick<Following, "id" | "hero" | "sections" | "relays">[],
): Map<string, PlannedFeed> {
  const feeds = new Map<string, PlannedFeed>();
  for (const { id, hero, sections, relays } of editions) {
    const isLeading = new Set(hero.sections);
    const leadingFirst = sections.toSorted((a, b) => Number(isLeading.has(b.slug)) - Number(isLeading.has(a.slug)));
    for (const section of leadingFirst)
      for (const { url, publisher, everyMinutes, private: isPrivate } of section.feeds) {
        const feed = feeds.get(url) ?? { url, publisher, everyMinutes, isPrivate, relays, followedBy: [] };
        feed.isPrivate ||= isPrivate;
        feed.everyMinutes = Math.min(feed.everyMinutes, everyMinutes);
        feed.followedBy.push({ edition: id, section: section.slug });
        feeds.set(url, feed);
      }
  }
  return feeds;
}

/** Stores the followed feeds. New feeds are due at `now` (ISO 8601); feeds that no edition follows, or that are taken down, are never due. */
export async function followFeeds(database: Database, editions: readonly Following[], now: string): Promise<void> {
  const feeds = planFeeds(editions);
  const urls = [...feeds.keys()];
  const follows = [...feeds.values()].flatMap(({ url, followedBy }) =>
    followedBy.map(({ edition, section }) => ({ edition, section, feed_url: url })),
  );
  await recordFollows(database, follows);
  await addFeeds(database, urls, now);
  const takenDown = await findTakenDown(database, "source", urls);
  await parkUnfollowedFeeds(
    database,
    urls.filter((url) => !takenDown.has(url)),
    now,
  );
}
