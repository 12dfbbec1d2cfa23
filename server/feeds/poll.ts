import type { Logger } from "pino";
import { type Feed, MAX_ITEMS } from "../../core/article.ts";
import { type Job, startJob } from "../jobs/job.ts";
import { findNewestDates } from "../store/articles/articles.ts";
import { type OnWritten, type Saved, saveArticles } from "../store/articles/saveArticles.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { resumeFailedCalendars } from "../store/feeds/calendars.ts";
import {
  type FeedState,
  findDueFeeds,
  findFeedStates,
  findPolledFeeds,
  hastenFeeds,
  postponeFeed,
  resumeFeedsOfTheFuture,
  saveFeedState,
} from "../store/feeds/feeds.ts";
import { backOffHost, findHostBackoffs } from "../store/feeds/hostBackoffs.ts";
import type { Database } from "../store/schema/schema.ts";
import { getHostBackoffs, getNextState, toFetchRequest, toIso } from "./feedState.ts";
import { type FetchResult, fetchFeed } from "./fetch/fetchFeed.ts";
import type { FetchTools } from "./fetch/fetchTools.ts";
import { type Following, type PlannedFeed, planFeeds } from "./followedFeeds.ts";
import { findUnreachableFeeds } from "./generalFailure.ts";
import { skipQuietTimes } from "./pollSchedule.ts";

export interface Poller {
  tick(): Promise<void>;
  idle(): Promise<void>;
  /**
   * Starts no more polls. Resolves when the running polls have ended, which is soon if the outbound client is closed.
   */
  stop(): Promise<void>;
}

interface Parts {
  editions: { all(): readonly Following[]; onChange(listener: () => void): void };
  database: Database;
  tools: FetchTools;
  log: Logger;
  /** Returns false while too little disk space is free to store new articles with their bodies. */
  hasRoomForBodies?: () => boolean;
  /** Called in the transaction that stores a poll's stories. */
  onWritten?: OnWritten;
  /** Called after a poll's result was stored. `hasNews` is true if stories were added or changed. */
  onPolled?: (feedUrl: string, hasNews: boolean) => Promise<void>;
  /** Returns ms since 1970. */
  now?: () => number;
  random?: () => number;
}

const MAX_POLLS = 24;
/** Concurrent polls per host. A third would queue at the host and hold a slot that other hosts could use. */
const MAX_POLLS_PER_HOST = 2;
/** Delay before a feed is polled again after its result could not be stored. */
const STORE_ERROR_RETRY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Interval of checks for due feeds. A poll that an operator requests starts within this time if a slot is free. */
const TICK_MS = 500;
/**
 * Interval of checks for a general failure, and of the polls that notice its end. All feeds may be backing off for hours.
 */
const OUTAGE_CHECK_MS = 30_000;
/** Time over which the polls of all feeds are spread after a general failure. */
const RESUME_MS = 60_000;

/**
 * Polls feeds in the background when they are due, until `stop` is called. `trigger` checks for due feeds immediately.
 */
export function startPolling(parts: Parts): Poller & Pick<Job, "trigger"> {
  const poller = createPoller(parts);
  const job = startJob({ name: "feed polling", intervalMs: TICK_MS, run: poller.tick, log: parts.log });
  return {
    ...poller,
    trigger: job.trigger,
    async stop() {
      await job.stop();
      await poller.stop();
    },
  };
}

/**
 * Creates a poller that polls only when `tick` is called. The schedule is in the store, where other processes can
 * change it.
 */
export function createPoller(parts: Parts): Poller {
  const { editions, database, tools, log, hasRoomForBodies = () => true } = parts;
  const { onWritten, onPolled = async () => {}, now = Date.now, random = Math.random } = parts;
  let feeds = planFeeds(editions.all());
  let queue: string[] = [];
  const running = new Map<string, Promise<void>>();
  const notifications = new Set<Promise<void>>();
  /** Earliest time of the next poll, in ms since 1970, by URL, for feeds whose last result could not be stored. */
  const storeErrors = new Map<string, number>();
  /**
   * Time of the last check for due feeds, in ms since 1970. The first check must also run the code for a clock that was
   * set back, so this begins at Infinity.
   */
  let checkedAt = Number.POSITIVE_INFINITY;
  /** True if most hosts were unreachable at the last check, `outageCheckedAt`, in ms since 1970. */
  let isOutage = false;
  let outageCheckedAt = 0;
  let isStopped = false;

  editions.onChange(() => {
    feeds = planFeeds(editions.all());
  });

  async function tick() {
    if (isStopped) return;
    if (now() < checkedAt) {
      await resumeFeedsOfTheFuture(database, toIso(now()));
      storeErrors.clear();
      outageCheckedAt = 0;
    }
    checkedAt = now();
    if (now() - outageCheckedAt >= OUTAGE_CHECK_MS) await checkForOutage();
    const due = await findDueFeeds(database, toIso(now()));
    queue = due.filter((url) => !running.has(url) && (storeErrors.get(url) ?? 0) <= now());
    startQueued();
  }

  /** During a general failure, makes the feed due that has waited longest, unless another one is due soon. */
  async function checkForOutage() {
    outageCheckedAt = now();
    const feeds = findUnreachableFeeds(await findPolledFeeds(database));
    isOutage = feeds.length > 0;
    const [next] = feeds.toSorted((a, b) => ((a.lastAttemptAt ?? "") < (b.lastAttemptAt ?? "") ? -1 : 1));
    const soon = toIso(now() + OUTAGE_CHECK_MS);
    if (next && feeds.every(({ nextPollAt }) => nextPollAt > soon))
      await hastenFeeds(database, [{ url: next.url, at: toIso(now()) }]);
  }

  /**
   * Makes all feeds due soon that a general failure made unreachable, if `succeeded` was one of them. Call this before
   * that success is stored. Returns the number of feeds.
   */
  async function resumeAfterOutage(transaction: Database, succeeded: string): Promise<number> {
    const feeds = findUnreachableFeeds(await findPolledFeeds(transaction));
    const others = feeds.filter(({ url }) => url !== succeeded);
    if (others.length === feeds.length) return 0;
    const dues = others.map(({ url, requestedInterval }) => {
      const at = skipQuietTimes(now() + Math.round(random() * RESUME_MS), requestedInterval);
      return { url, at: toIso(at) };
    });
    await hastenFeeds(transaction, dues);
    await resumeFailedCalendars(transaction, toIso(now()));
    return others.length;
  }

  /** Starts polls from the queue while slots are free. The rest stays in the queue. */
  function startQueued() {
    const hosts = [...running.keys()].map(getHost);
    queue = queue.filter((url) => {
      if (isStopped || running.size >= MAX_POLLS) return true;
      const feed = feeds.get(url);
      if (!feed || running.has(url)) return false;
      const host = getHost(url);
      if (hosts.filter((other) => other === host).length >= MAX_POLLS_PER_HOST) return true;
      hosts.push(host);
      start(feed);
      return false;
    });
  }

  function start(feed: PlannedFeed) {
    const poll = pollFeed(feed)
      .catch((error) => {
        // Without a delay, the publisher would be polled twice a second while the disk is full.
        log.error({ feed: feed.url, err: error }, "feed poll result not stored");
        storeErrors.set(feed.url, now() + STORE_ERROR_RETRY_MS);
      })
      .finally(() => {
        running.delete(feed.url);
        startQueued();
      });
    running.set(feed.url, poll);
  }

  async function pollFeed({ url, isPrivate, relays, everyMinutes, publisher, keepDays }: PlannedFeed) {
    const [[before], backoffs] = await Promise.all([
      findFeedStates(database, [url]),
      findHostBackoffs(database, toIso(now())),
    ]);
    // Another poll of this feed may have ended after the list of due feeds was read.
    if (!before || before.nextPollAt > toIso(now()) || isStopped) return;
    const isBackingOff = (host: string) => backoffs.has(host);
    const request = { url, isPrivate, relays, newest: MAX_ITEMS, isBackingOff, ...toFetchRequest(before, now()) };
    const fetched = await fetchFeed(request, tools);
    if (isStopped) return;
    if (fetched.attempts.length === 0) {
      const until = [...backoffs.values()].sort()[0] ?? toIso(now());
      await postponeFeed(database, url, until);
      log.info({ feed: url, until }, "feed poll postponed: its host and its relays are backing off");
      return;
    }
    const hasRoom = hasRoomForBodies();
    const current = fetched.feed && dropOld(fetched.feed, keepDays, now());
    for (const { host, until } of getHostBackoffs(fetched.attempts, now()))
      await backOffHost(database, host, toIso(until));
    let after = before;
    let resumed = 0;
    const saveState = async (transaction: Database) => {
      const dates = await findNewestDates(transaction, url);
      after = getNextState(before, fetched, { now: now(), everyMinutes, dates, random: random() });
      // Drops the validators if bodies were left out, so that the next response has the whole feed again.
      const validators = hasRoom ? after.validators : null;
      if (isOutage && fetched.used) resumed = await resumeAfterOutage(transaction, url);
      await saveFeedState(transaction, { ...after, validators }, before);
    };
    // Uses one transaction, since PostgreSQL waits for the disk at the end of each transaction.
    const saved = current
      ? await saveArticles(database, {
          feedUrl: url,
          feed: current,
          now: toIso(now()),
          isReserved,
          hasRoomForBodies: hasRoom,
          onWritten,
          onSaved: saveState,
        })
      : { added: 0, changed: 0 };
    if (!current) await withWriterLock(database, saveState);
    if (resumed > 0) {
      isOutage = false;
      log.info({ feeds: resumed }, "general failure of feeds ended; polling them within a minute");
    }
    // Not awaited, so that the slot is free for the next feed while pages are updated.
    const notification = onPolled(url, saved.added + saved.changed > 0)
      .then(() => logPoll({ feed: url, publisher }, fetched, after, saved))
      .catch((error) => log.error({ feed: url, err: error }, "poll notification failed"))
      .finally(() => notifications.delete(notification));
    notifications.add(notification);
  }

  function logPoll(feed: { feed: string; publisher: string }, fetched: FetchResult, after: FeedState, saved: Saved) {
    const { used, isUnchanged, attempts } = fetched;
    const fields = {
      ...feed,
      transport: used?.transport ?? null,
      ms: attempts.reduce((sum, attempt) => sum + attempt.ms, 0),
      bytes: attempts.reduce((sum, attempt) => sum + attempt.bytes, 0),
      articles: used?.articles ?? null,
      unchanged: isUnchanged,
      added: saved.added,
      changed: saved.changed,
      failures: after.failures,
      next: after.nextPollAt,
      attempts: attempts.map(({ transport, status, ms, reason }) => ({ transport, status, ms, reason })),
    };
    if (used) log.info(fields, "feed polled");
    else log.warn(fields, "feed failed");
  }

  function isReserved(slug: string): boolean {
    return editions.all().some((edition) => edition.samplesBySlug.has(slug));
  }

  return {
    tick,
    async idle() {
      while (running.size > 0) await Promise.race(running.values());
    },
    async stop() {
      isStopped = true;
      await Promise.all(running.values());
      await Promise.all(notifications);
    },
  };
}

/** Drops articles older than `keepDays`, since some feeds contain articles for years. */
function dropOld(feed: Feed, keepDays: number | null, now: number): Feed {
  if (keepDays === null) return feed;
  const oldest = toIso(now - keepDays * DAY_MS);
  const articles = feed.articles.filter(({ publishedAt }) => publishedAt === null || publishedAt >= oldest);
  return { ...feed, articles };
}

function getHost(url: string): string {
  return new URL(url).host;
}
