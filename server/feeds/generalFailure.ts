import type { Logger } from "pino";
import { resumeFailedCalendars } from "../store/feeds/calendars.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import { hastenFeeds, listPolledFeeds } from "../store/feeds/feeds.ts";
import type { Database } from "../store/schema/schema.ts";
import { toIso } from "./feedState.ts";
import { skipQuietTimes } from "./pollSchedule.ts";

type PolledFeed = Pick<
  FeedState,
  "url" | "lastAttemptAt" | "lastSuccessAt" | "failures" | "lastStatus" | "intervalMinutes"
>;

/**
 * Share of hosts that may have succeeded while the others are unreachable, such as hosts in the newsroom's own network.
 */
const MAX_HEARD_SHARE = 1 / 4;
/** Minimum number of unreachable hosts, since a single host may fail by itself. */
const MIN_HOSTS = 2;
/** Hosts that are polled less often, in minutes, count only if they were polled during the failure. */
const MAX_INTERVAL_MINUTES = 60;
/**
 * Interval of checks for a general failure, and of the polls that notice its end. All feeds may be backing off for hours.
 */
const CHECK_MS = 30_000;
/** Time, in ms, over which the polls of all feeds are spread after a general failure. */
const RESUME_MS = 60_000;

interface Parts {
  database: Database;
  log: Logger;
  /** Returns ms since 1970. */
  now: () => number;
  random: () => number;
}

export type OutageWatch = ReturnType<typeof createOutageWatch>;

/** Creates a watch that notices a general failure of feeds, and its end. */
export function createOutageWatch({ database, log, now, random }: Parts) {
  /** True if most hosts were unreachable at the last check, `checkedAt`, in ms since 1970. */
  let isOutage = false;
  let checkedAt = 0;
  return {
    /** Makes the next check due, after the clock was set back. */
    reset() {
      checkedAt = 0;
    },

    /** During a general failure, makes the feed due that has waited longest, unless another one is due soon. */
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
     * Makes all feeds due soon that a general failure made unreachable, if `succeeded` was one of them. Call this before
     * that success is stored. Returns the number of feeds.
     */
    async resumeFeeds(transaction: Database, succeeded: string): Promise<number> {
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

    /** Ends the failure once a success that resumed feeds is stored. @param resumed their number */
    end(resumed: number) {
      isOutage = false;
      log.info({ feeds: resumed }, "general failure of feeds ended; polling them within a minute");
    },
  };
}

/**
 * Returns the feeds that a general failure, of the network or of DNS, made unreachable; [] if there is none. It is
 * general if more than half of the hosts gave no response to any poll since the last successes, and those were of a
 * quarter of the hosts at most. Hosts are counted rather than feeds, since a host may have many. A host that responds
 * with an error is reachable.
 *
 * @param feeds all feeds that were polled at least once
 */
export function listUnreachableFeeds<Feed extends PolledFeed>(feeds: readonly Feed[]): Feed[] {
  const hosts = [...Map.groupBy(feeds, ({ url }) => new URL(url).host).values()];
  const successes = hosts.map(getLastSuccess).sort().reverse();
  const since = successes[Math.floor(hosts.length * MAX_HEARD_SHARE)] ?? "";
  const isPolledSince = ({ lastAttemptAt }: PolledFeed) => (lastAttemptAt ?? "") > since;
  const counted = hosts.filter((ofHost) => ofHost.some(isPolledSince) || ofHost.some(isPolledOften));
  const unreachable = counted
    .map((ofHost) => ofHost.filter(isPolledSince))
    .filter((polled) => polled.length > 0 && polled.every(hasNoResponse));
  return unreachable.length >= MIN_HOSTS && unreachable.length > counted.length / 2 ? unreachable.flat() : [];
}

/** Returns the instant of the last success of any of the feeds; "" if there was none. */
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
