import type { Logger } from "pino";
import { type Backoff, backoffMs } from "../../../core/backoff.ts";
import { FORMATS } from "../../../core/feed/formats.ts";
import { toMessage } from "../../../core/toMessage.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { Editions } from "../../editions/loading/registry.ts";
import { getPublicUrl } from "../../editions/schema/address.ts";
import { getSourcesBySlug } from "../../editions/schema/sources.ts";
import { type Job, startJob } from "../../jobs/job.ts";
import type { Outbound } from "../../net/outbound.ts";
import {
  type DueNotification,
  listDueNotifications,
  scheduleNotifications,
  storeSuccess,
  updateNotification,
} from "../../store/feeds/websubNotifications.ts";
import type { Database } from "../../store/schema/schema.ts";

interface Parts {
  editions: Pick<Editions, "all">;
  database: Database;
  outbound: Pick<Outbound, "post">;
  log: Logger;
  /** Intervals, in ms, which tests shorten: between notifications about one feed, before retries, between checks. */
  pace?: { minIntervalMs: number; backoff: Backoff; tickMs: number };
}

/** Shortest time, in ms, between two notifications about one feed. */
const MIN_NOTIFICATION_INTERVAL_MS = 60_000;
const PACE = {
  minIntervalMs: MIN_NOTIFICATION_INTERVAL_MS,
  backoff: { firstMs: 30_000, maxMs: 6 * 60 * 60_000 },
  tickMs: 500,
};
/** Maximum number of concurrent notifications. Several are often due at once, since one article changes several feeds. */
const MAX_NOTIFICATIONS = 20;

export type WebSub = ReturnType<typeof createWebSub>;

/** Creates the service that notifies the editions' WebSub hubs when feeds that we publish have changed. */
export function createWebSub({ editions, database, outbound, log, pace = PACE }: Parts) {
  async function notifyDue(database: Database, signal: AbortSignal): Promise<void> {
    if (!editions.all().some(({ hub }) => hub)) return;
    const due = await listDueNotifications(database, new Date().toISOString(), MAX_NOTIFICATIONS);
    await Promise.all(due.map((notification) => notify(database, notification, signal)));
  }

  async function notify(database: Database, notification: DueNotification, signal: AbortSignal): Promise<void> {
    const edition = editions.all().find(({ id }) => id === notification.edition);
    if (!edition?.hub) return updateNotification(database, notification, { due_at: null, failures: 0 });
    const { hub, id } = edition;
    const reason = await post(hub, getPublicUrl(edition) + notification.path, signal);
    if (reason === undefined) return;
    const fields = { edition: id, feed: notification.path, hub };
    if (reason !== null) {
      const failures = notification.failures + 1;
      const waitMs = backoffMs(failures, pace.backoff);
      await updateNotification(database, notification, {
        due_at: new Date(Date.now() + waitMs).toISOString(),
        failures,
      });
      log.warn({ ...fields, reason, failures, waitMs }, "WebSub notification failed");
      return;
    }
    await storeSuccess(database, notification, pace.minIntervalMs, Date.now());
    log.info(fields, "WebSub hub notified");
  }

  /** @returns the reason for a failure; null on success; undefined if the service was stopped during the request */
  async function post(hub: string, topicUrl: string, signal: AbortSignal): Promise<string | null | undefined> {
    try {
      const form = new URLSearchParams({ "hub.mode": "publish", "hub.url": topicUrl, "hub.topic": topicUrl });
      const { status } = await outbound.post(hub, form);
      return status >= 200 && status < 300 ? null : `The hub responded with status ${status}.`;
    } catch (error) {
      return signal.aborted ? undefined : toMessage(error);
    }
  }

  return {
    /** Schedules and stores notifications about changed articles. @param feeds URLs of the articles' feeds */
    async changed(feeds: readonly string[]): Promise<void> {
      try {
        await notifyHubs(database, editions.all(), feeds, Date.now(), pace.minIntervalMs);
      } catch (error) {
        log.error({ err: error }, "failed to schedule WebSub notifications");
      }
    },
    /** Starts sending due notifications. To stop the job quickly, close the outbound client first. */
    start(leaderDatabase: Database): Job {
      const run = (signal: AbortSignal) => notifyDue(leaderDatabase, signal);
      return startJob({ name: "WebSub notifications", intervalMs: pace.tickMs, run, log });
    },
  };
}

/** Schedules notifications to hubs about changed feeds; any running server sends them. @param now ms since 1970 */
export async function notifyHubs(
  database: Database,
  editions: readonly Edition[],
  feeds: readonly string[],
  now: number,
  minIntervalMs = MIN_NOTIFICATION_INTERVAL_MS,
): Promise<void> {
  for (const edition of editions)
    if (edition.hub) {
      const paths = getChangedPaths(edition, new Set(feeds));
      await scheduleNotifications(database, edition.id, paths, minIntervalMs, now);
    }
}

/**
 * Returns the paths of the feeds on an edition's site that contain articles of changed feeds.
 *
 * @param changed URLs of followed feeds whose articles have changed
 */
function getChangedPaths(edition: Edition, changed: ReadonlySet<string>): string[] {
  const sections = edition.sections.filter(({ feeds }) => feeds.some(({ url }) => changed.has(url)));
  if (sections.length === 0) return [];
  const sources = [...getSourcesBySlug(edition)].filter(([, { url }]) => changed.has(url));
  const bases = ["", ...sections.map(({ slug }) => `/${slug}`), ...sources.map(([slug]) => `/sources/${slug}`)];
  const files = Object.values(FORMATS).map(({ file }) => file);
  return ["/feed", ...bases.flatMap((base) => files.map((file) => `${base}/${file}`))];
}
