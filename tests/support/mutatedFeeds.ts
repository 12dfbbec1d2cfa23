import fc from "fast-check";
import { FeedParseError } from "../../server/feeds/parse/rawFeed.ts";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { readFeedShape } from "./articleShape.ts";
import { applyMutations, mutatedFeed } from "./mutations.ts";
import { scaleLimit } from "./scaleLimit.ts";
import type { Seeds } from "./seedFeeds.ts";

export interface FuzzResult {
  runs: number;
  /** Number of feeds that were parsed. */
  parsed: number;
  /** Number of articles in the parsed feeds. */
  articles: number;
  /** Number of feeds that were rejected with a reason. */
  rejected: number;
  bytes: number;
  /** Longest CPU time for one feed, in ms. */
  maxMs: number;
  /** The first failure, with its feed shrunk to a minimal example; null for none. */
  failure: string | null;
}

/** Limit for one feed, in ms of the thread's CPU time. A feed of normal size takes 2 ms. */
const MAX_PARSE_MS = scaleLimit(1000);
/** Time limit, in ms, for shrinking a failure. */
const SHRINK_MS = 60_000;

/**
 * Parses mutated feeds. Each feed must give valid articles or be rejected, within `MAX_PARSE_MS`. The same `seeds` and
 * `seed` always give the same feeds.
 */
export function parseMutatedFeeds(seeds: Seeds, seed: number, runs: number): FuzzResult {
  const result: FuzzResult = { runs: 0, parsed: 0, articles: 0, rejected: 0, bytes: 0, maxMs: 0, failure: null };
  let failedAt = 0;
  const property = fc.property(mutatedFeed, (feed) => {
    const isShrinking = failedAt > 0;
    fc.pre(!isShrinking || performance.now() - failedAt < SHRINK_MS);
    const { body, contentType } = applyMutations(feed, seeds);
    result.runs += isShrinking ? 0 : 1;
    result.bytes += body.length;
    try {
      const { articles, ms } = parseAndCheck(body, contentType);
      result.maxMs = Math.max(result.maxMs, ms);
      if (articles === null) result.rejected++;
      else result.parsed++;
      result.articles += articles ?? 0;
    } catch (error) {
      failedAt ||= performance.now();
      throw error;
    }
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = fc.check(property, { seed, numRuns: runs });
  if (failed)
    result.failure = `seed ${seed}, path ${counterexamplePath}: ${JSON.stringify(counterexample?.[0])}\n${(errorInstance as Error | null)?.stack}`;
  return result;
}

/**
 * @returns the number of articles (null if the feed was rejected), and the CPU time in ms
 * @throws {Error} if the articles are invalid or parsing took too long
 */
function parseAndCheck(body: Uint8Array<ArrayBuffer>, contentType: string): { articles: number | null; ms: number } {
  const start = process.threadCpuUsage();
  let parsed: ReturnType<typeof readFeed> | null = null;
  try {
    parsed = readFeed(body, { contentType, url: "https://feeds.example/news/feed.xml", newest: 15 });
  } catch (error) {
    if (!(error instanceof FeedParseError)) throw error;
  }
  const { user, system } = process.threadCpuUsage(start);
  const ms = (user + system) / 1000;
  if (ms > MAX_PARSE_MS) throw new Error(`Parsing ${body.length} bytes took ${Math.round(ms)} ms.`);
  if (!parsed) return { articles: null, ms };
  const { success, error } = readFeedShape.safeParse(parsed);
  if (!success)
    throw new Error(error.issues.map(({ path, message }) => `${path.join(".")}: not ${message}`).join("\n"));
  return { articles: parsed.feed.articles.length, ms };
}
