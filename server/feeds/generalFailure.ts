import type { Logger } from "pino";
import { resumeFailedCalendars } from "../store/feeds/calendars.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import { hastenFeeds, listPolledFeeds } from "../store/feeds/feeds.ts";
import type { Database } from "../store/schema/schema.ts";
import { toIso } from "./nextFeedState.ts";
import { skipQuietTimes } from "./pollSchedule.ts";

type PolledFeed = Pick<
  FeedState,
  "url" | "lastAttemptAt" | "lastSuccessAt" | "failures" | "lastStatus" | "intervalMinutes"
>;

/**
 * Largest share of hosts that may succeed during a general failure. For example, a host in the newsroom's own network
 * stays reachable.
 */
const MAX_SUCCESS_SHARE = 1 / 4;
/** Minimum number of unreachable hosts in a general failure, since a single host may fail by itself. */
const MIN_HOSTS = 2;
/**
 * Longest poll interval, in minutes, of hosts that count in the total number of hosts even if they were not polled
 * during the failure. Hosts that are polled less often count only if they were polled during the failure.
 */
const MAX_INTERVAL_MINUTES = 60;
/**
 * Interval, in ms, of checks for a general failure, and of the polls that detect its end. Without these polls, the
 * feeds' backoffs could delay the next poll for hours.
 */
const CHECK_MS = 30_000;
/** Time, in ms, over which the polls of unreachable feeds are spread after a general failure. */
const RESUME_MS = 60_000;

interface Parts {
  database: Database;
  log: Logger;
  /** Returns ms since 1970. */
  now: () => number;
  random: () => number;
}

export type OutageWatch = ReturnType<typeof createOutageWatch>;

/** Creates a watch that notices the beginning and the end of a general failure of feeds. */
export function createOutageWatch({ database, log, now, random }: Parts) {
  let isOutage = false;
  /** Time of the last check, in ms since 1970. */
  let checkedAt = 0;
  return {
    /** Makes the next check due immediately. To be called after the clock was set back. */
    reset() {
      checkedAt = 0;
    },

    /**
     * During a general failure, makes one unreachable feed due: the feed whose last poll was longest ago. If an
     * unreachable feed is due within `CHECK_MS` anyway, makes no other feed due.
     */
    async check(): Promise<void> {
      if (now() - checkedAt < CHECK_MS) return;
      checkedAt = now();
      const feeds = listUnreachableFeeds(await listPolledFeeds(database));
      isOutage = feeds.length > 0;
      const [next] = feeds.toSorted((a, b) => ((a.lastAttemptAt ?? "") < (b.lastAttemptAt ?? "") ? -1 : 1));
      const soon = toIso(now() + CHECK_MS);
      if (next && feeds.every(({ nextPollAt }) => nextPollAt > soon))
        await hastenFeeds(database, [{ url: next.url, at: toIso(now()) }]);
    },

    /**
     * If a general failure made the feed with the URL `succeeded` unreachable, makes all other unreachable feeds due
     * within a minute. Returns the number of feeds made due. Must be called before the success is stored.
     */
    async resumeOthers(transaction: Database, succeeded: string): Promise<number> {
      if (!isOutage) return 0;
      const feeds = listUnreachableFeeds(await listPolledFeeds(transaction));
      const others = feeds.filter(({ url }) => url !== succeeded);
      if (others.length === feeds.length) return 0;
      const dues = others.map(({ url, requestedInterval }) => {
        const at = skipQuietTimes(now() + Math.round(random() * RESUME_MS), requestedInterval);
        return { url, at: toIso(at) };
      });
      await hastenFeeds(transaction, dues);
      await resumeFailedCalendars(transaction, toIso(now()));
      return others.length;
    },

    /**
     * Ends the general failure. After a feed's success, call `resumeOthers`, store the success, and then call this
     * function.
     *
     * @param resumed number of feeds that `resumeOthers` made due
     */
    end(resumed: number) {
      isOutage = false;
      log.info({ feeds: resumed }, "general failure of feeds ended; polling them within a minute");
    },
  };
}

/**
 * Returns the feeds that a general failure, of the network or of DNS, made unreachable; [] if there is no such failure.
 * A failure is general from an instant after which more than half of the hosts did not respond and at most a quarter of
 * the hosts succeeded. Hosts are counted rather than feeds, since one host may serve many feeds. A host that responds
 * with an error is reachable.
 *
 * @param feeds all feeds that were polled at least once
 */
export function listUnreachableFeeds<Feed extends PolledFeed>(feeds: readonly Feed[]): Feed[] {
  const hosts = [...Map.groupBy(feeds, ({ url }) => new URL(url).host).values()];
  const successes = hosts.map(getLastSuccess).sort().reverse();
  const since = successes[Math.floor(hosts.length * MAX_SUCCESS_SHARE)] ?? "";
  const isPolledSince = ({ lastAttemptAt }: PolledFeed) => (lastAttemptAt ?? "") > since;
  const counted = hosts.filter((ofHost) => ofHost.some(isPolledSince) || ofHost.some(isPolledOften));
  const unreachable = counted
    .map((ofHost) => ofHost.filter(isPolledSince))
    .filter((polled) => polled.length > 0 && polled.every(hasNoResponse));
  return unreachable.length >= MIN_HOSTS && unreachable.length > counted.length / 2 ? unreachable.flat() : [];
}

/** Returns the instant at which one of the feeds last succeeded; "" if no feed has succeeded. */
function getLastSuccess(feeds: readonly PolledFeed[]): string {
  const successes = feeds.map(({ lastSuccessAt }) => lastSuccessAt ?? "");
  return successes.sort().at(-1) ?? "";
}

function isPolledOften({ intervalMinutes }: PolledFeed): boolean {
  return (intervalMinutes ?? 0) <= MAX_INTERVAL_MINUTES;
}

function hasNoResponse({ failures, lastStatus }: PolledFeed): boolean {
  return failures > 0 && lastStatus === null;
}
