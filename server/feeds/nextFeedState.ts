import { type Backoff, backoffMs } from "../../core/backoff.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import type { Attempt, FetchRequest, FetchResult } from "./fetch/fetchFeed.ts";
import {
  getEarliestPoll,
  getNextPoll,
  getUsualIntervalMinutes,
  parseRetryAfter,
  skipQuietTimes,
} from "./pollSchedule.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const GONE_DELAY_MS = DAY_MS;
/**
 * Maximum age, in ms, of validators (`ETag` and `Last-Modified`). Older validators are not sent, so that wrong 304
 * responses are noticed within a day.
 */
const MAX_VALIDATORS_AGE_MS = DAY_MS;
/** Minimum number of permanent redirects to the same URL before this URL replaces the feed's URL. */
const MIN_MOVES = 5;
/** Time, in ms, for which a feed must redirect to a URL before this URL replaces the feed's URL. */
const MIN_MOVE_AGE_MS = DAY_MS;
/**
 * Maximum time, in ms, for which one response may pause all feeds of a host. Equals the longest backoff of a failing
 * feed.
 */
const MAX_HOST_BACKOFF_MS = 6 * 60 * MINUTE_MS;
/**
 * Delays between direct attempts while a relay delivers the feed. They are twice the delays of a feed that fails
 * altogether, since readers get all stories through the relay.
 */
const DIRECT_BACKOFF: Backoff = { firstMs: 2 * MINUTE_MS, maxMs: 12 * 60 * MINUTE_MS };

/** Returns the parts of the next fetch request that depend on the feed's state. @param now ms since 1970 */
export function toFetchRequest(
  { url, adoptedUrl, direct, validators }: FeedState,
  now: number,
): Pick<FetchRequest, "directUrl" | "isDirectLast" | "validators"> {
  const isFresh = validators !== null && now - Date.parse(validators.since) < MAX_VALIDATORS_AGE_MS;
  return {
    directUrl: adoptedUrl ?? url,
    isDirectLast: direct !== null && Date.parse(direct.nextAt) > now,
    validators: isFresh ? validators : null,
  };
}

/**
 * Returns the hosts that responded with 429 or 503 and a Retry-After header. `until`, in ms since 1970, is at most six
 * hours ahead. If the header asks for more, only the feed that got the response waits longer (`getNextState`).
 */
export function getHostBackoffs(attempts: readonly Attempt[], now: number): { host: string; until: number }[] {
  return attempts.flatMap(({ status, finalUrl, headers }) => {
    const until = status === 429 || status === 503 ? parseRetryAfter(now, headers["retry-after"]) : null;
    return until === null ? [] : [{ host: new URL(finalUrl).host, until: Math.min(until, now + MAX_HOST_BACKOFF_MS) }];
  });
}

interface PollContext {
  /** Time in ms since 1970. */
  now: number;
  everyMinutes: number;
  /** Publication dates of the feed's newest stories, in ms since 1970. */
  dates: readonly number[];
  /** Random number from 0 to 1. */
  random: number;
}

/** Returns the feed's state after a poll with at least one attempt, including the time of the next poll. */
export function getNextState(before: FeedState, fetched: FetchResult, context: PollContext): FeedState {
  const { now, everyMinutes, dates, random } = context;
  const { feed, used, attempts } = fetched;
  const direct = attempts.find(({ transport }) => transport === "direct");
  const common = { ...before, lastAttemptAt: toIso(now), lastStatus: direct ? direct.status : before.lastStatus };
  if (!used) {
    const failures = before.failures + 1;
    const isGone = direct?.status === 410;
    const next = isGone ? now + GONE_DELAY_MS : getNextPoll(now, everyMinutes, failures, random);
    const earliest = parseRetryAfter(now, direct?.headers["retry-after"]) ?? 0;
    return {
      ...common,
      lastError: attempts.map(({ transport, reason }) => `${transport}: ${reason}`).join(" "),
      failures,
      nextPollAt: toIso(skipQuietTimes(Math.max(next, earliest), before.requestedInterval)),
      // If an adopted URL fails, the next poll uses the edition's URL.
      adoptedUrl: direct ? null : before.adoptedUrl,
      move: null,
      validators: null,
      direct: null,
    };
  }
  const isDirect = used.transport === "direct";
  const hints = fetched.pollingHints ?? before.requestedInterval;
  const intervalMinutes = getUsualIntervalMinutes(everyMinutes, dates, now);
  const next = getNextPoll(now, intervalMinutes, 0, random);
  const earliest = getEarliestPoll(now, isDirect ? used.headers : {}, hints);
  return {
    ...common,
    title: feed?.title || before.title,
    lastSuccessAt: toIso(now),
    lastError: null,
    failures: 0,
    nextPollAt: toIso(skipQuietTimes(Math.max(next, earliest), hints)),
    transport: used.transport,
    intervalMinutes,
    requestedInterval: hints,
    validators: getValidators(before, fetched, now),
    ...getMove(before, fetched, now),
    direct: isDirect ? null : getDirectBackoff(before, direct, now),
  };
}

/**
 * Returns the validators of a direct response, or the previous validators after a 304. Returns null for a damaged or
 * relayed response, and for a response without validators.
 */
function getValidators(before: FeedState, { used, isUnchanged }: FetchResult, now: number): FeedState["validators"] {
  if (used?.transport !== "direct" || used.reason !== null) return null;
  if (isUnchanged) return before.validators;
  const etag = used.headers.etag ?? null;
  const lastModified = used.headers["last-modified"] ?? null;
  return etag || lastModified ? { etag, lastModified, since: toIso(now) } : null;
}

/**
 * Counts consecutive permanent redirects to the same URL. Adopts the URL after at least `MIN_MOVES` redirects, once the
 * first redirect is at least `MIN_MOVE_AGE_MS` old.
 */
function getMove(
  before: FeedState,
  { movedTo, used, attempts }: FetchResult,
  now: number,
): Pick<FeedState, "move" | "adoptedUrl"> {
  const { adoptedUrl } = before;
  if (used?.transport !== "direct") {
    const hasFailed = attempts.some(({ transport }) => transport === "direct");
    return hasFailed ? { move: null, adoptedUrl: null } : { move: before.move, adoptedUrl };
  }
  if (movedTo === null) return { move: null, adoptedUrl };
  const { count, since } = before.move?.to === movedTo ? before.move : { count: 0, since: toIso(now) };
  const isStable = count + 1 >= MIN_MOVES && now - Date.parse(since) >= MIN_MOVE_AGE_MS;
  return isStable
    ? { move: null, adoptedUrl: movedTo }
    : { move: { to: movedTo, count: count + 1, since }, adoptedUrl };
}

function getDirectBackoff(before: FeedState, direct: Attempt | undefined, now: number): FeedState["direct"] {
  if (!direct) return before.direct;
  const failures = (before.direct?.failures ?? 0) + 1;
  const delayMs = direct.status === 410 ? GONE_DELAY_MS : backoffMs(failures, DIRECT_BACKOFF);
  return { failures, nextAt: toIso(now + delayMs) };
}

export function toIso(time: number): string {
  return new Date(time).toISOString();
}
