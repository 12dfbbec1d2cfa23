import type { Edition } from "../editions/load.ts";
import type { Relay } from "../editions/schema.ts";
import { addFeeds, keepInQueue, recordFollows } from "../store/feeds.ts";
import type { Database } from "../store/schema.ts";

/** A feed that some edition follows, fetched once for all of them. */
export interface PlannedFeed {
  url: string;
  publisher: string;
  everyMinutes: number;
  relays: readonly Relay[];
  followedBy: { edition: string; section: string }[];
}

/**
 * Which feeds are to be fetched: those of the sections that lead the front page first, so that they are asked first.
 *
 * Where several sections follow a feed, the shortest interval holds, and the first edition's relays.
 */
export function planFeeds(
  editions: readonly Pick<Following, "id" | "hero" | "sections" | "relays">[],
): Map<string, PlannedFeed> {
  const plan = new Map<string, PlannedFeed>();
  for (const edition of editions) {
    const leading = edition.sections.filter((section) => edition.hero.sections.includes(section.slug));
    const others = edition.sections.filter((section) => !leading.includes(section));
    for (const section of [...leading, ...others])
      for (const feed of section.feeds) {
        const planned = plan.get(feed.url) ?? { ...feed, relays: edition.relays, followedBy: [] };
        planned.everyMinutes = Math.min(planned.everyMinutes, feed.everyMinutes);
        planned.followedBy.push({ edition: edition.id, section: section.slug });
        plan.set(feed.url, planned);
      }
  }
  return plan;
}

/**
 * Has the store know which feeds the editions follow: new ones are due at once, and those that nobody follows any more are
 * no longer due.
 *
 * @param now ISO 8601
 */
export async function followFeeds(database: Database, editions: readonly Following[], now: string): Promise<void> {
  const plan = planFeeds(editions);
  const follows = [...plan.values()].flatMap((feed) =>
    feed.followedBy.map(({ edition, section }) => ({ edition, section, feed_url: feed.url })),
  );
  await recordFollows(database, follows);
  await addFeeds(database, [...plan.keys()], now);
  await keepInQueue(database, [...plan.keys()], now);
}

/** What of an edition says which feeds are polled, and how. */
export type Following = Pick<Edition, "id" | "hero" | "sections" | "relays" | "ports" | "samplesBySlug">;
