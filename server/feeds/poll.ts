import type { Logger } from "pino";
import { type Feed, MAX_ITEMS } from "../../core/article.ts";
import { listNewestDates } from "../store/articles/articles.ts";
import { type OnWritten, type Saved, saveArticles } from "../store/articles/saveArticles.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import { listFeedStates, postponeFeed, saveFeedState } from "../store/feeds/feeds.ts";
import { backOffHost, listHostBackoffs } from "../store/feeds/hostBackoffs.ts";
import type { Database } from "../store/schema/schema.ts";
import { type FetchResult, fetchFeed } from "./fetch/fetchFeed.ts";
import type { FetchTools } from "./fetch/fetchTools.ts";
import type { PlannedFeed } from "./followedFeeds.ts";
import type { OutageWatch } from "./generalFailure.ts";
import { getHostBackoffs, getNextState, toFetchRequest, toIso } from "./nextFeedState.ts";

export interface PollParts {
  database: Database;
  tools: FetchTools;
  log: Logger;
  /** Returns true for slugs that no article may get. */
  isReserved: (slug: string) => boolean;
  /** Returns false while too little disk space is free to store new articles with their bodies. */
  hasRoomForBodies?: () => boolean;
  /** Called in the transaction that stores a poll's stories. */
  onWritten?: OnWritten;
  /** Called after a poll's result was stored. `hasNews` is true if stories were added or changed. */
  onPolled?: (feedUrl: string, hasNews: boolean) => Promise<void>;
  outage: OutageWatch;
  /** Called with the final URL and the headers of each response that contained a feed or confirmed it as unchanged. */
  hearTime: (url: string, headers: Record<string, string>) => Promise<void>;
  isStopped: () => boolean;
  /** Returns ms since 1970. */
  now: () => number;
  random: () => number;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Polls a feed if it is due: fetches it, parses and cleans it, stores its newest stories, and publishes them.
 *
 * @returns resolves when the result is stored; `publication` resolves when readers' pages show the stories
 */
export async function pollFeed(feed: PlannedFeed, parts: PollParts): Promise<{ publication: Promise<void> }> {
  const { database, tools, log, isReserved, onWritten, onPolled, outage, hearTime, isStopped, now, random } = parts;
  const { url, isPrivate, relays, everyMinutes, publisher, keepDays } = feed;
  const [[before], backoffs] = await Promise.all([
    listFeedStates(database, [url]),
    listHostBackoffs(database, toIso(now())),
  ]);
  // Another poll of this feed may have ended after the list of due feeds was read.
  if (!before || before.nextPollAt > toIso(now()) || isStopped()) return { publication: Promise.resolve() };

  // Fetch the feed from the publisher, else through relays, until a response is intact. A child process parses each
  // response (`parse/readFeed.ts`) and cleans its HTML (`clean/cleanHtml.ts`).
  const isBackingOff = (host: string) => backoffs.has(host);
  const request = { url, isPrivate, relays, newest: MAX_ITEMS, isBackingOff, ...toFetchRequest(before, now()) };
  const fetched = await fetchFeed(request, tools);
  if (isStopped()) return { publication: Promise.resolve() };
  if (fetched.attempts.length === 0) {
    const until = [...backoffs.values()].sort()[0] ?? toIso(now());
    await postponeFeed(database, url, until);
    log.info({ feed: url, until }, "feed poll postponed: its host and its relays are backing off");
    return { publication: Promise.resolve() };
  }

  if (fetched.used) await hearTime(fetched.used.finalUrl, fetched.used.headers);

  for (const { host, until } of getHostBackoffs(fetched.attempts, now()))
    await backOffHost(database, host, toIso(until));
  const hasRoomForBodies = parts.hasRoomForBodies?.() ?? true;
  let after = before;
  let resumed = 0;
  // Store the state and the stories in one transaction, since PostgreSQL waits for the disk after each transaction.
  const saveState = async (transaction: Database) => {
    const dates = await listNewestDates(transaction, url);
    after = getNextState(before, fetched, { now: now(), everyMinutes, dates, random: random() });
    // If articles are stored without their bodies, drops the validators, so that the next response contains the whole
    // feed again.
    const validators = hasRoomForBodies ? after.validators : null;
    if (fetched.used) resumed = await outage.resumeOthers(transaction, url);
    await saveFeedState(transaction, { ...after, validators }, before);
  };
  const current = fetched.feed && dropOld(fetched.feed, keepDays, now());
  const stories = current && {
    feedUrl: url,
    feed: current,
    now: toIso(now()),
    isReserved,
    hasRoomForBodies,
    onWritten,
  };
  const saved = stories
    ? await saveArticles(database, { ...stories, onSaved: saveState })
    : await withWriterLock(database, saveState).then(() => ({ added: 0, changed: 0 }));
  if (resumed > 0) outage.end(resumed);

  // Publish the stories: index them for the search, and re-render the pages that show them.
  const publication = (onPolled?.(url, saved.added + saved.changed > 0) ?? Promise.resolve())
    .then(() => logPoll(log, { feed: url, publisher }, fetched, after, saved))
    .catch((error) => log.error({ feed: url, err: error }, "poll notification failed"));
  return { publication };
}

/** Drops articles older than `keepDays`, since some feeds keep articles for years. */
function dropOld(feed: Feed, keepDays: number | null, now: number): Feed {
  if (keepDays === null) return feed;
  const oldest = toIso(now - keepDays * DAY_MS);
  const articles = feed.articles.filter(({ publishedAt }) => publishedAt === null || publishedAt >= oldest);
  return { ...feed, articles };
}

function logPoll(
  log: Logger,
  feed: { feed: string; publisher: string },
  { used, isUnchanged, attempts }: FetchResult,
  after: FeedState,
  saved: Saved,
): void {
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
