import type { Logger } from "pino";
import type { Editions } from "../editions/registry.ts";
import type { Outbound } from "../http/outbound.ts";
import { addFeeds, dueFeeds, type FeedState, recordFollows, saveFeedState } from "../store/feeds.ts";
import type { Database } from "../store/open.ts";
import { saveArticles } from "../store/saveArticles.ts";
import { fetchFeed } from "./fetch.ts";
import { type PlannedFeed, planFeeds } from "./plan.ts";
import { nextPoll } from "./schedule.ts";

export interface Poller {
  /** Stops asking, and returns when nothing is under way any more. Closing the outbound client first makes that soon. */
  stop(): Promise<void>;
}

interface Parts {
  editions: Editions;
  database: Database;
  outbound: Outbound;
  log: Logger;
}

const AT_ONCE = 8;
/** How often the store is asked which feeds are due; an operator's nudge takes as long. */
const TICK_MS = 500;

/**
 * Fetches every edition's feeds in the background, each when it is due, for as long as the process runs.
 *
 * The store says what is due, so a restart goes on where the last process stopped, and a command beside the server can
 * ask for a feed by making it due.
 */
export async function startPolling({ editions, database, outbound, log }: Parts): Promise<Poller> {
  let plan = new Map<string, PlannedFeed>();
  const underWay = new Map<string, Promise<void>>();
  let stopped = false;

  await takeUpPlan();
  editions.onChange(() => void takeUpPlan());
  let ticking = tick();
  const timer = setInterval(() => {
    ticking = ticking.then(tick);
  }, TICK_MS);

  async function takeUpPlan() {
    plan = planFeeds(editions.all());
    const follows = [...plan.values()].flatMap((feed) =>
      feed.followedBy.map(({ edition, section }) => ({ edition, section, feed_url: feed.url })),
    );
    await recordFollows(database, follows);
    await addFeeds(database, [...plan.keys()], new Date().toISOString());
  }

  async function tick() {
    if (stopped || underWay.size >= AT_ONCE) return;
    const due = await dueFeeds(database, [...plan.keys()], new Date().toISOString());
    for (const state of due) {
      const feed = plan.get(state.url);
      if (!feed || stopped || underWay.size >= AT_ONCE || underWay.has(state.url)) continue;
      const poll = pollFeed(feed, state)
        .catch((error) => log.error({ feed: feed.url, err: error }, "feed not polled: the store did not take it"))
        .finally(() => {
          underWay.delete(feed.url);
          ticking = ticking.then(tick);
        });
      underWay.set(feed.url, poll);
    }
  }

  async function pollFeed(feed: PlannedFeed, before: FeedState) {
    const { feed: read, attempts } = await fetchFeed(feed.url, feed.relays, outbound);
    if (stopped) return;
    const now = new Date();
    const instant = now.toISOString();
    for (const { reason, ...attempt } of attempts)
      if (reason) log.warn({ feed: feed.url, ...attempt, reason }, "feed attempt failed");
    const saved = read ? await saveArticles(database, feed.url, read, instant, isReserved) : null;
    const failures = read ? 0 : before.failures + 1;
    const state: FeedState = {
      url: feed.url,
      title: read?.title || before.title,
      lastAttemptAt: instant,
      lastSuccessAt: read ? instant : before.lastSuccessAt,
      lastError: read ? null : attempts.map(({ transport, reason }) => `${transport}: ${reason}`).join(" "),
      failures,
      nextPollAt: new Date(nextPoll(now.getTime(), feed.everyMinutes, failures, Math.random())).toISOString(),
      transport: read ? (attempts.at(-1)?.transport ?? null) : before.transport,
    };
    await saveFeedState(database, state);
    const ms = attempts.reduce((sum, attempt) => sum + attempt.ms, 0);
    if (read)
      log.info(
        { feed: feed.url, transport: state.transport, ms, articles: read.articles.length, ...saved },
        "feed polled",
      );
    else log.warn({ feed: feed.url, ms, failures, next: state.nextPollAt }, "feed failed: the last good list stays");
  }

  function isReserved(slug: string): boolean {
    return editions.all().some((edition) => edition.samplesBySlug.has(slug));
  }

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all(underWay.values());
      await ticking;
    },
  };
}
