import fc from "fast-check";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { UnreadableFeed } from "../../server/feeds/parse/unreadable.ts";
import { readFeedShape } from "./articleShape.ts";
import { bytesOf, mutatedFeed } from "./mutations.ts";
import type { Seeds } from "./seedFeeds.ts";

/** What became of a number of mutated feeds. */
export interface Fuzzed {
  runs: number;
  /** Feeds of which articles could be read, and those articles. */
  read: number;
  articles: number;
  /** Feeds that were refused, as no feed. */
  unreadable: number;
  bytes: number;
  /** Processor time of the reading that took longest. */
  longestMs: number;
  /** What went wrong first, made as small as it could be; null where nothing did. */
  failure: string | null;
}

/** Reading a feed of a usual size takes a five-hundredth of this. Counted is the thread's own time on the processor. */
const LONGEST_MS = 1000;
/** How long a failure is made smaller. */
const SHRINK_MS = 60_000;

/**
 * Reads mutated feeds: each must be read or refused, within a second, and what was read must be articles.
 *
 * @param seed the same seed gives the same feeds
 */
export function readMutatedFeeds(seeds: Seeds, seed: number, runs: number): Fuzzed {
  const fuzzed: Fuzzed = { runs: 0, read: 0, articles: 0, unreadable: 0, bytes: 0, longestMs: 0, failure: null };
  let failedAt = 0;
  const property = fc.property(mutatedFeed, (feed) => {
    const isShrinking = failedAt > 0;
    fc.pre(!isShrinking || performance.now() - failedAt < SHRINK_MS);
    const { body, contentType } = bytesOf(feed, seeds);
    fuzzed.runs += isShrinking ? 0 : 1;
    fuzzed.bytes += body.length;
    try {
      const articles = readAndCheck(body, contentType, (ms) => {
        fuzzed.longestMs = Math.max(fuzzed.longestMs, ms);
      });
      if (articles === null) fuzzed.unreadable++;
      else fuzzed.read++;
      fuzzed.articles += articles ?? 0;
    } catch (error) {
      failedAt ||= performance.now();
      throw error;
    }
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = fc.check(property, { seed, numRuns: runs });
  if (failed)
    fuzzed.failure = `seed ${seed}, path ${counterexamplePath}: ${JSON.stringify(counterexample?.[0])}\n${(errorInstance as Error | null)?.stack}`;
  return fuzzed;
}

/** @returns how many articles were read; null where the bytes were refused */
function readAndCheck(body: Uint8Array<ArrayBuffer>, contentType: string, took: (ms: number) => void): number | null {
  const started = process.threadCpuUsage();
  let read: ReturnType<typeof readFeed> | null = null;
  try {
    read = readFeed(body, { contentType, url: "https://feeds.example/news/feed.xml", newest: 15 });
  } catch (error) {
    if (!(error instanceof UnreadableFeed)) throw error;
  }
  const { user, system } = process.threadCpuUsage(started);
  const ms = (user + system) / 1000;
  took(ms);
  if (ms > LONGEST_MS) throw new Error(`Reading ${body.length} bytes took ${Math.round(ms)} ms.`);
  if (!read) return null;
  const { success, error } = readFeedShape.safeParse(read);
  if (!success)
    throw new Error(error.issues.map(({ path, message }) => `${path.join(".")}: not ${message}`).join("\n"));
  return read.feed.articles.length;
}
