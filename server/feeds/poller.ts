import { type Job, startJob } from "../jobs/job.ts";
import { listDueFeeds, resumeFeedsOfTheFuture } from "../store/feeds/feeds.ts";
import { type Following, type PlannedFeed, planFeeds } from "./followedFeeds.ts";
import { createOutageWatch } from "./generalFailure.ts";
import { toIso } from "./nextFeedState.ts";
import { type PollParts, pollFeed } from "./poll.ts";
import { createTimeWitnesses } from "./timeWitnesses.ts";

export interface Poller {
  tick(): Promise<void>;
  idle(): Promise<void>;
  /** Starts no more polls, and waits for the running polls. They end soon if the outbound client is closed. */
  stop(): Promise<void>;
}

interface Parts extends Pick<PollParts, "database" | "tools" | "log" | "hasRoomForBodies" | "onWritten" | "onPolled"> {
  editions: { all(): readonly Following[]; onChange(listener: () => void): void };
  /** Returns ms since 1970. */
  now?: () => number;
  random?: () => number;
}

const MAX_POLLS = 24;
/**
 * Maximum number of concurrent polls per host. The HTTP client sends only two requests to a host at once. A third poll
 * would wait, and other hosts could not use its slot.
 */
const MAX_POLLS_PER_HOST = 2;
/** Delay, in ms, before a feed is polled again after its result could not be stored. */
const STORE_ERROR_RETRY_MS = 60_000;
/** Interval, in ms, of checks for due feeds. It is short, so that a poll that an operator requests starts soon. */
const TICK_MS = 500;

/** Polls due feeds in the background until `stop` is called. `trigger` checks for due feeds immediately. */
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

/** Creates a poller that polls only when `tick` is called. Other processes can change the schedule in the store. */
export function createPoller(parts: Parts): Poller {
  const { editions, database, log, now = Date.now, random = Math.random } = parts;
  let feeds = planFeeds(editions.all());
  let queue: string[] = [];
  const running = new Map<string, Promise<void>>();
  const publications = new Set<Promise<void>>();
  /** Earliest time of a feed's next poll, in ms since 1970. Keys are URLs of feeds whose result was not stored. */
  const storeErrors = new Map<string, number>();
  /**
   * Time of the latest check for due feeds, in ms since 1970. A lower `now()` means that the clock was set back. Begins
   * at Infinity, since the clock may have been set back while the server was down.
   */
  let checkedAt = Number.POSITIVE_INFINITY;
  let isStopped = false;
  const outage = createOutageWatch({ database, log, now, random });
  const isReserved = (slug: string) => editions.all().some((edition) => edition.samplesBySlug.has(slug));
  const hearTime = createTimeWitnesses(database, now);
  const pollParts: PollParts = { ...parts, isReserved, outage, hearTime, isStopped: () => isStopped, now, random };

  editions.onChange(() => {
    feeds = planFeeds(editions.all());
  });

  async function tick() {
    if (isStopped) return;
    if (now() < checkedAt) {
      await resumeFeedsOfTheFuture(database, toIso(now()));
      storeErrors.clear();
      outage.reset();
    }
    checkedAt = now();
    await outage.check();
    const due = await listDueFeeds(database, toIso(now()));
    queue = due.filter((url) => !running.has(url) && (storeErrors.get(url) ?? 0) <= now());
    startQueued();
  }

  /** Starts polls from the queue while slots are free. The other feeds stay in the queue. */
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
    const poll = pollFeed(feed, pollParts)
      .then((polled) => {
        // Does not wait for the publication, so the next feed can use the slot while pages are updated.
        const publication = polled.publication.finally(() => publications.delete(publication));
        publications.add(publication);
      })
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

  return {
    tick,
    async idle() {
      while (running.size > 0) await Promise.race(running.values());
    },
    async stop() {
      isStopped = true;
      await Promise.all(running.values());
      await Promise.all(publications);
    },
  };
}

function getHost(url: string): string {
  return new URL(url).host;
}
