import type { Logger } from "pino";
import { ITEMS_KEPT } from "../../core/article.ts";
import { newestDates } from "../store/articles.ts";
import { dueFeeds, type FeedState, feedStatesOf, postponeFeed, saveFeedState } from "../store/feeds.ts";
import { heldHosts, holdHost } from "../store/hostBackoff.ts";
import { type Saved, saveArticles } from "../store/saveArticles.ts";
import type { Database } from "../store/schema.ts";
import { holdsOf, requestOf, stateAfter } from "./feedState.ts";
import { type Attempt, type Fetched, fetchFeed, type Ways } from "./fetch/fetchFeed.ts";
import { type Following, type PlannedFeed, planFeeds } from "./plan.ts";

export interface Poller {
  /** Begins to poll whatever is due now. */
  tick(): Promise<void>;
  /** Returns when nothing is under way. */
  idle(): Promise<void>;
  /** Stops asking, and returns when nothing is under way any more. Closing the outbound client first makes that soon. */
  stop(): Promise<void>;
}

interface Parts {
  /** Whose feeds the store knows (follow.ts). */
  editions: { all(): readonly Following[]; onChange(listener: () => void): void };
  database: Database;
  ways: Ways;
  log: Logger;
  /**
   * Told when the store has what a poll brought.
   *
   * @param feeds those whose stories, or whose state, are other ones now: the polled one, then others that carry the same
   * stories
   * @param isNews whether stories are
   * @param since the oldest date that one of these has or had, ISO 8601
   */
  onPolled?: (feeds: readonly [string, ...string[]], isNews: boolean, since?: string) => Promise<void>;
  /** Milliseconds since 1970. */
  now?: () => number;
  random?: () => number;
}

const AT_ONCE = 24;
/** A third feed of one host would wait there for its turn, and take a place from the feeds of others. */
const AT_ONCE_PER_HOST = 2;
/** How long a feed is left alone that the store did not take. */
const TROUBLE_MS = 60_000;
/** How often the store is asked which feeds are due; an operator's nudge takes as long. */
const TICK_MS = 500;

/** Polls in the background, each feed when it is due, for as long as the process runs. */
export function startPolling(parts: Parts): Poller {
  const poller = openPoller(parts);
  let ticking = poller.tick();
  const timer = setInterval(() => {
    ticking = ticking.then(poller.tick).catch((error) => parts.log.error({ err: error }, "feeds not polled"));
  }, TICK_MS);
  return {
    ...poller,
    async stop() {
      clearInterval(timer);
      await poller.stop();
      await ticking;
    },
  };
}

/**
 * Knows which feeds are due and fetches them.
 *
 * The store says what is due, so a restart goes on where the last process stopped, and a command beside the server can
 * ask for a feed by making it due. A feed that several sections or editions follow is fetched once for all.
 */
export function openPoller({
  editions,
  database,
  ways,
  log,
  onPolled = async () => {},
  now = Date.now,
  random = Math.random,
}: Parts): Poller {
  let plan = planFeeds(editions.all());
  let queue: string[] = [];
  const underWay = new Map<string, Promise<void>>();
  const tellings = new Set<Promise<void>>();
  const perHost = new Map<string, number>();
  const troubled = new Map<string, number>();
  let stopped = false;

  editions.onChange(() => {
    plan = planFeeds(editions.all());
  });

  async function tick() {
    if (stopped) return;
    const due = await dueFeeds(database, new Date(now()).toISOString());
    queue = due.filter((url) => !underWay.has(url) && (troubled.get(url) ?? 0) <= now());
    fill();
  }

  /** Takes from the queue what there is room for. */
  function fill() {
    const left: string[] = [];
    for (const [index, url] of queue.entries()) {
      if (stopped || underWay.size >= AT_ONCE) {
        left.push(...queue.slice(index));
        break;
      }
      const feed = plan.get(url);
      if (!feed || underWay.has(url)) continue;
      if ((perHost.get(hostOf(url)) ?? 0) >= AT_ONCE_PER_HOST) left.push(url);
      else begin(feed);
    }
    queue = left;
  }

  function begin(feed: PlannedFeed) {
    const host = hostOf(feed.url);
    perHost.set(host, (perHost.get(host) ?? 0) + 1);
    const poll = pollFeed(feed)
      .catch((error) => setAside(feed, error))
      .finally(() => {
        underWay.delete(feed.url);
        perHost.set(host, (perHost.get(host) ?? 1) - 1);
        fill();
      });
    underWay.set(feed.url, poll);
  }

  /** A store that takes nothing, on a full disk, say, is no reason to ask the publisher twice a second. */
  async function setAside(feed: PlannedFeed, error: unknown) {
    log.error({ feed: feed.url, err: error }, "feed not polled: the store did not take it");
    troubled.set(feed.url, now() + TROUBLE_MS);
  }

  async function pollFeed(feed: PlannedFeed) {
    const [before] = await feedStatesOf(database, [feed.url]);
    const held = await heldHosts(database, new Date(now()).toISOString());
    if (!before || stopped) return;
    const fetched = await fetchFeed(
      {
        url: feed.url,
        ...requestOf(before, now()),
        relays: feed.relays,
        isHeld: (host) => held.has(host),
        newest: ITEMS_KEPT,
      },
      ways,
    );
    if (stopped) return;
    if (fetched.attempts.length === 0) {
      const until = [...held.values()].sort()[0] ?? new Date(now()).toISOString();
      await postponeFeed(database, feed.url, until);
      log.info({ feed: feed.url, until }, "feed not asked: its host and its relays asked for patience");
      return;
    }
    const instant = new Date(now()).toISOString();
    const saved: Saved = fetched.feed
      ? await saveArticles(database, feed.url, fetched.feed, instant, isReserved)
      : { added: 0, changed: 0 };
    for (const { host, until } of holdsOf(fetched.attempts, now()))
      await holdHost(database, host, new Date(until).toISOString());
    const after = stateAfter(before, fetched, {
      now: now(),
      everyMinutes: feed.everyMinutes,
      dates: await newestDates(database, feed.url),
      random: random(),
    });
    // An operator's nudge that came meanwhile is not lost.
    const [current] = await feedStatesOf(database, [feed.url]);
    const nudged = current && current.nextPollAt !== before.nextPollAt ? { nextPollAt: current.nextPollAt } : {};
    await saveFeedState(database, { ...after, ...nudged });
    // The next feed need not wait for the pages that show this one.
    const telling = onPolled([feed.url, ...(saved.alsoIn ?? [])], saved.added + saved.changed > 0, saved.since)
      .then(() => report(feed, fetched, after, saved))
      .finally(() => tellings.delete(telling));
    tellings.add(telling);
  }

  function report(feed: PlannedFeed, fetched: Fetched, after: FeedState, { added, changed }: Saved) {
    const { used, isUnchanged, attempts } = fetched;
    const line = {
      feed: feed.url,
      publisher: feed.publisher,
      transport: used?.transport ?? null,
      ms: attempts.reduce((sum, attempt) => sum + attempt.ms, 0),
      bytes: attempts.reduce((sum, attempt) => sum + attempt.bytes, 0),
      articles: used?.articles ?? null,
      unchanged: isUnchanged,
      ...{ added, changed },
      failures: after.failures,
      next: after.nextPollAt,
      attempts: attempts.map(({ transport, status, ms, reason }: Attempt) => ({ transport, status, ms, reason })),
    };
    if (used) log.info(line, "feed polled");
    else log.warn(line, "feed failed: the last good list stays");
  }

  function isReserved(slug: string): boolean {
    return editions.all().some((edition) => edition.samplesBySlug.has(slug));
  }

  async function idle() {
    while (underWay.size > 0) await Promise.race(underWay.values());
  }

  return {
    tick,
    idle,
    async stop() {
      stopped = true;
      await Promise.all(underWay.values());
      await Promise.all(tellings);
    },
  };
}

function hostOf(url: string): string {
  return new URL(url).host;
}
