import type { Edition } from "../editions/load.ts";
import { addFeeds, keepInQueue, recordFollows } from "../store/feeds.ts";
import type { Database } from "../store/open.ts";
import { planFeeds } from "./plan.ts";

/** What of an edition says which feeds are polled, and how. */
export type Following = Pick<Edition, "id" | "hero" | "sections" | "relays" | "ports" | "samplesBySlug">;

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
