import type { Feed, Rhythm } from "../../../core/article.ts";
import type { Relay } from "../../editions/schema.ts";
import type { Answer, Outbound } from "../../net/outbound.ts";
import type { Reader } from "../parse/parser.ts";
import type { ReadFeed } from "../parse/readFeed.ts";
import { directRoute, type Route, relayRoutes, unwrapContents } from "./transports.ts";

/** One try of one way to a feed. */
export interface Attempt {
  transport: string;
  address: string;
  /** The address that answered, after redirects; the one asked where none did. */
  answeredBy: string;
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  /** Size of the answer after decompression. */
  bytes: number;
  ms: number;
  /** How many articles were read; null where none could be, or nothing changed. */
  articles: number | null;
  /** Why it failed, in a sentence; null where it did not. */
  reason: string | null;
  /** What the server said with its answer; {} where there was none. */
  headers: Record<string, string>;
}

/** What is wanted of a feed, beside its address. */
export interface Wanted {
  /** Its address as the edition has it; relays are asked for this one. */
  url: string;
  /** The address that is asked directly. */
  direct: string;
  /** Whether the feed itself is asked last, since it failed lately while a relay worked. */
  isDirectLast?: boolean;
  relays: readonly Relay[];
  /** Sent with the direct request, to be told where nothing changed. */
  conditions?: { etag: string | null; lastModified: string | null } | null;
  /** Whether a host is to be left alone. */
  isHeld?: (host: string) => boolean;
  /** How many articles are wanted, the newest; all where it is not given. */
  newest?: number;
}

export interface Fetched {
  /** Null where every way failed, or nothing changed. */
  feed: Feed | null;
  /** Whether the server said that nothing changed. */
  isUnchanged: boolean;
  rhythm: Rhythm | null;
  /** The attempt that brought what is used; null where none did. */
  used: Attempt | null;
  /** Where the feed's own address led, if every redirect said that it is for good. */
  movedTo: string | null;
  attempts: Attempt[];
}

/** The parts through which a feed comes. */
export interface Ways {
  outbound: Outbound;
  reader: Reader;
}

/**
 * Fetches a feed: itself, then through each relay in order; the first way that answers with a readable feed is used.
 * Hosts that asked for patience are left out.
 *
 * XML with a parse error is a failure of that attempt (specification, section 5). What could be read of it all the same is
 * used where no way brings it whole.
 *
 * @returns the feed and every attempt made; never throws for what the world answers
 */
export async function fetchFeed(wanted: Wanted, ways: Ways): Promise<Fetched> {
  const { url, direct, isDirectLast, relays, isHeld = () => false } = wanted;
  const own = directRoute(direct);
  const others = relayRoutes(url, relays);
  const routes = isDirectLast ? [...others, own] : [own, ...others];
  const attempts: Attempt[] = [];
  let damaged: { read: ReadFeed; attempt: Attempt } | null = null;
  for (const route of routes) {
    if (isHeld(new URL(route.address).host)) continue;
    const { attempt, answer, read } = await tryRoute(route, wanted, ways);
    attempts.push(attempt);
    if (attempt.reason === null) {
      const movedTo = route.kind === "direct" ? (answer?.movedTo ?? null) : null;
      return { ...outcome(read, attempt), isUnchanged: read === null, movedTo, attempts };
    }
    if (read) damaged ??= { read, attempt };
  }
  return {
    ...outcome(damaged?.read ?? null, damaged?.attempt ?? null),
    ...{ isUnchanged: false, movedTo: null, attempts },
  };
}

function outcome(read: ReadFeed | null, used: Attempt | null): Pick<Fetched, "feed" | "rhythm" | "used"> {
  return { feed: read?.feed ?? null, rhythm: read?.rhythm ?? null, used };
}

async function tryRoute(route: Route, wanted: Wanted, { outbound, reader }: Ways) {
  const conditions = route.kind === "direct" ? conditionsOf(wanted.conditions) : {};
  const started = performance.now();
  let answer: Answer | null = null;
  let read: ReadFeed | null = null;
  let reason: string | null = null;
  let bytes = 0;
  try {
    answer = await outbound.get(route.address, conditions);
    bytes = answer.body.length;
    const isUnchanged = answer.status === 304 && Object.keys(conditions).length > 0;
    if (!isUnchanged) read = await readAnswer(answer, route, wanted, reader);
    if (read?.fault) {
      reason = `The XML is broken: ${read.fault}`;
      // A text that broke off before its first entry ended tells nothing.
      if (read.feed.articles.length === 0) read = null;
    }
  } catch (error) {
    reason = (error as Error).message;
  }
  const attempt: Attempt = {
    transport: route.transport,
    address: route.address,
    answeredBy: answer?.url ?? route.address,
    status: answer?.status ?? null,
    bytes,
    ms: Math.round(performance.now() - started),
    articles: read?.feed.articles.length ?? null,
    reason,
    headers: answer?.headers ?? {},
  };
  return { attempt, answer, read };
}

function conditionsOf(conditions: Wanted["conditions"]): Record<string, string> {
  return {
    ...(conditions?.etag && { "if-none-match": conditions.etag }),
    ...(conditions?.lastModified && { "if-modified-since": conditions.lastModified }),
  };
}

function readAnswer(answer: Answer, route: Route, { url, newest }: Wanted, reader: Reader): Promise<ReadFeed> {
  if (answer.status < 200 || answer.status > 299) throw new Error(`Answered with status ${answer.status}.`);
  const contentType = answer.headers["content-type"] ?? null;
  const contentLanguage = answer.headers["content-language"];
  if (route.kind === "direct")
    return reader.read(answer.body, { contentType, contentLanguage, url: answer.url, newest });
  // A wrapper's own charset is that of its JSON, from which the feed's text comes out decoded.
  if (route.kind === "wrapper") {
    const contents = unwrapContents(answer.body);
    return reader.read(contents, { contentType: "application/xml; charset=utf-8", url, newest });
  }
  return reader.read(answer.body, { contentType, url, newest });
}
