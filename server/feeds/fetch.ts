import type { Feed } from "../../core/article.ts";
import type { Relay } from "../editions/schema.ts";
import type { Answer, Outbound } from "../http/outbound.ts";
import { type ReadFeed, readFeed } from "./read.ts";
import { type Route, routesTo, unwrapContents } from "./relays.ts";

/** One try of one way to a feed. */
export interface Attempt {
  transport: string;
  address: string;
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  /** Size of the answer after decompression. */
  bytes: number;
  ms: number;
  /** How many articles were read; null where none could be. */
  articles: number | null;
  /** Why it failed, in a sentence; null where it did not. */
  reason: string | null;
}

export interface Fetched {
  /** Null where every way failed. */
  feed: Feed | null;
  attempts: Attempt[];
}

/**
 * Fetches a feed: itself, then through each relay in order; the first way that answers with a readable feed is used.
 *
 * XML with a parse error is a failure of that attempt (specification, section 5). What could be read of it all the same is
 * used where no way brings it whole.
 *
 * @param now milliseconds, for the duration of attempts
 * @returns the feed and every attempt made; never throws for what the world answers
 */
export async function fetchFeed(
  feedUrl: string,
  relays: readonly Relay[],
  outbound: Outbound,
  now: () => number = performance.now.bind(performance),
): Promise<Fetched> {
  const attempts: Attempt[] = [];
  let damaged: Feed | null = null;
  for (const route of routesTo(feedUrl, relays)) {
    const { attempt, read } = await tryRoute(route, feedUrl, outbound, now);
    attempts.push(attempt);
    if (read && read.fault === null) return { feed: read.feed, attempts };
    damaged ??= read?.feed ?? null;
  }
  return { feed: damaged, attempts };
}

async function tryRoute(route: Route, feedUrl: string, outbound: Outbound, now: () => number) {
  const started = now();
  let answer: Answer | undefined;
  let read: ReadFeed | null = null;
  let reason: string | null = null;
  try {
    answer = await outbound.get(route.address);
    read = readAnswer(answer, route, feedUrl);
    if (read.fault) reason = `The XML is broken: ${read.fault}`;
  } catch (error) {
    reason = (error as Error).message;
  }
  const attempt: Attempt = {
    transport: route.transport,
    address: route.address,
    status: answer?.status ?? null,
    bytes: answer?.body.length ?? 0,
    ms: Math.round(now() - started),
    articles: read?.feed.articles.length ?? null,
    reason,
  };
  return { attempt, read };
}

function readAnswer(answer: Answer, route: Route, feedUrl: string): ReadFeed {
  if (answer.status < 200 || answer.status > 299) throw new Error(`Answered with status ${answer.status}.`);
  const contentType = answer.headers["content-type"] ?? null;
  if (route.kind === "direct") return readFeed(answer.body, { contentType, url: answer.url });
  // A wrapper's own charset is that of its JSON, from which the feed's text comes out decoded.
  if (route.kind === "wrapper")
    return readFeed(unwrapContents(answer.body), { contentType: "application/xml; charset=utf-8", url: feedUrl });
  return readFeed(answer.body, { contentType, url: feedUrl });
}
