import type { Edition } from "../editions/loading/load.ts";
import { scheduleNotifications } from "../store/feeds/websubNotifications.ts";
import type { Database } from "../store/schema/schema.ts";
import { getChangedPaths, MIN_NOTIFICATION_INTERVAL_MS } from "../syndication/websub/websub.ts";

/** Delay of notifications, in ms. A running server may take up to a second to drop its cached feeds. */
const HUB_DELAY_MS = 3000;

/**
 * Schedules notifications to WebSub hubs about changed feeds. Call this in the transaction of the change. The running
 * server sends them; if there is none, the next one does.
 */
export async function notifyHubs(
  database: Database,
  editions: readonly Edition[],
  feeds: readonly string[],
  now: number,
): Promise<void> {
  for (const edition of editions) {
    if (!edition.hub) continue;
    const paths = getChangedPaths(edition, new Set(feeds));
    await scheduleNotifications(database, edition.id, paths, MIN_NOTIFICATION_INTERVAL_MS, now + HUB_DELAY_MS);
  }
}
