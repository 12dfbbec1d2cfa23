import { getFollowedFeeds, isOwnFeed } from "../../core/ownFeeds.ts";
import type { Edition } from "../editions/loading/load.ts";
import { minDays } from "../editions/schema/rights.ts";
import type { Relay } from "../editions/schema/schema.ts";
import { addFeeds, parkUnfollowedFeeds, recordFollows, recordLeftFeeds } from "../store/feeds/feeds.ts";
import type { Database } from "../store/schema/schema.ts";
import { listTakenDown } from "../store/takedowns/takedowns.ts";

/** The part of an edition that determines which feeds are polled, and how. */
export type Following = Pick<Edition, "id" | "hero" | "sections" | "relays" | "ports" | "samplesBySlug">;

/** A feed that one or more editions follow. It is fetched once for all of them. */
export interface PlannedFeed {
  url: string;
  publisher: string;
  everyMinutes: number;
  /** An article is deleted after this number of days; null for no limit. */
  keepDays: number | null;
  /** True if the feed's host may have a private address. */
  isPrivate: boolean;
  relays: readonly Relay[];
  followedBy: { edition: string; section: string }[];
}

/**
 * Returns the feeds to poll, by URL. Within each edition, feeds of the hero's sections come first. A feed that several
 * editions follow gets their shortest `everyMinutes` and `keepDays`, and the relays of the first edition that lists the
 * feed itself.
 */
export function planFeeds(
  editions: readonly Pick<Following, "id" | "hero" | "sections" | "relays">[],
): Map<string, PlannedFeed> {
  const follows = editions.flatMap(({ id, hero, sections, relays }) => {
    const isLeading = new Set(hero.sections);
    const leadingFirst = sections.toSorted((a, b) => Number(isLeading.has(b.slug)) - Number(isLeading.has(a.slug)));
    return leadingFirst.flatMap((section) =>
      getFollowedFeeds(section).map((feed) => ({ ...feed, edition: id, section: section.slug, relays })),
    );
  });
  // Puts feeds that come from another edition (`siblingUrl`) last, since the first item with a URL determines the
  // relays. An edition that lists the feed itself thus provides the relays.
  follows.sort((a, b) => Number(a.siblingUrl !== undefined) - Number(b.siblingUrl !== undefined));
  const feeds = new Map<string, PlannedFeed>();
  for (const { url, publisher, everyMinutes, private: isPrivate, rights, relays, edition, section } of follows) {
    const { keepDays } = rights;
    const feed = feeds.get(url) ?? { url, publisher, everyMinutes, keepDays, isPrivate, relays, followedBy: [] };
    feed.isPrivate ||= isPrivate;
    feed.everyMinutes = Math.min(feed.everyMinutes, everyMinutes);
    feed.keepDays = minDays(feed.keepDays, keepDays);
    feed.followedBy.push({ edition, section });
    feeds.set(url, feed);
  }
  return feeds;
}

/**
 * Stores which feeds the editions follow. New feeds are due at `now` (ISO 8601). Feeds that were taken down, or that no
 * edition follows, are never due.
 */
export async function followFeeds(database: Database, editions: readonly Following[], now: string): Promise<void> {
  const feeds = planFeeds(editions);
  const urls = [...feeds.keys()];
  const follows = [...feeds.values()].flatMap(({ url, keepDays, followedBy }) =>
    followedBy.map(({ edition, section }) => ({ edition, section, feed_url: url, keep_days: keepDays })),
  );
  for (const { id: edition, sections } of editions)
    for (const { slug: section, feeds } of sections)
      for (const { url } of feeds)
        if (isOwnFeed(url)) follows.push({ edition, section, feed_url: url, keep_days: null });
  await recordFollows(database, follows);
  // An edition whose files have been invalid since the start is missing from `editions`, and therefore from `ids`. None
  // of its feeds is recorded as left.
  const ids = editions.map(({ id }) => id);
  await recordLeftFeeds(database, ids, follows, now);
  await addFeeds(database, urls, now);
  const takenDown = await listTakenDown(database, "source", urls);
  const polled = urls.filter((url) => !takenDown.has(url));
  await parkUnfollowedFeeds(database, polled, now);
}
