import type { FeedState } from "../store/feeds.ts";
import type { Attempt, Fetched, Wanted } from "./fetch/fetchFeed.ts";
import {
  backOff,
  GONE_WAIT,
  MOVE_AGE_TO_BELIEVE,
  MOVES_TO_BELIEVE,
  nextPoll,
  usualInterval,
  VALIDATORS_LIFE,
} from "./pollSchedule.ts";
import { afterSkipped, earliestWish, retryAfter } from "./requestedInterval.ts";

/** How a feed is asked next, by what is known of it: where, in what order, and what is sent to be told of no change. */
export function requestOf(
  { url, adoptedUrl, direct, validators }: FeedState,
  now: number,
): Pick<Wanted, "direct" | "isDirectLast" | "conditions"> {
  const isFresh = validators !== null && now - Date.parse(validators.since) < VALIDATORS_LIFE;
  return {
    direct: adoptedUrl ?? url,
    isDirectLast: direct !== null && Date.parse(direct.nextAt) > now,
    conditions: isFresh ? validators : null,
  };
}

/** Hosts that ask by 429 or 503 to be left alone, with the moment until which. */
export function holdsOf(attempts: readonly Attempt[], now: number): { host: string; until: number }[] {
  return attempts.flatMap(({ status, answeredBy: address, headers }) => {
    const until = status === 429 || status === 503 ? retryAfter(now, headers["retry-after"]) : null;
    return until === null ? [] : [{ host: new URL(address).host, until }];
  });
}

interface Circumstances {
  /** Milliseconds since 1970. */
  now: number;
  /** The edition's interval. */
  everyMinutes: number;
  /** When the feed's newest stories were published, milliseconds since 1970. */
  dates: readonly number[];
  /** A number from 0 to 1. */
  random: number;
}

/**
 * How a feed is after a poll, and when it is asked again.
 *
 * @param fetched at least one attempt
 */
export function stateAfter(before: FeedState, fetched: Fetched, circumstances: Circumstances): FeedState {
  const { now, everyMinutes, dates, random } = circumstances;
  const instant = iso(now);
  const { feed, used, attempts } = fetched;
  const own = attempts.find(({ transport }) => transport === "direct");
  const common = { ...before, lastAttemptAt: instant, lastStatus: own ? own.status : before.lastStatus };
  if (!used) {
    const failures = before.failures + 1;
    const isGone = own?.status === 410;
    const next = isGone ? now + GONE_WAIT : nextPoll(now, everyMinutes, failures, random);
    return {
      ...common,
      lastError: attempts.map(({ transport, reason }) => `${transport}: ${reason}`).join(" "),
      failures,
      nextPollAt: iso(afterSkipped(Math.max(next, retryAfter(now, own?.headers["retry-after"]) ?? 0), before.rhythm)),
      // An address that was taken up and fails is forgotten: the edition's own is asked next.
      ...{ adoptedUrl: own ? null : before.adoptedUrl, move: null, validators: null, direct: null },
    };
  }
  const isDirect = used.transport === "direct";
  const rhythm = fetched.rhythm ?? before.rhythm;
  const intervalMinutes = usualInterval(everyMinutes, dates, now);
  const next = nextPoll(now, intervalMinutes, 0, random);
  const wish = earliestWish(now, isDirect ? used.headers : {}, rhythm);
  return {
    ...common,
    title: feed?.title || before.title,
    lastSuccessAt: instant,
    lastError: null,
    failures: 0,
    nextPollAt: iso(afterSkipped(Math.max(next, wish), rhythm)),
    transport: used.transport,
    intervalMinutes,
    rhythm,
    validators: validatorsAfter(before, fetched, now),
    ...moveAfter(before, fetched, now),
    direct: isDirect ? null : directAfter(before, own, now),
  };
}

/** Only a whole answer's validators are kept, so that a damaged feed is read again; a 304 keeps those that brought it. */
function validatorsAfter(before: FeedState, { used, isUnchanged }: Fetched, now: number): FeedState["validators"] {
  if (used?.transport !== "direct" || used.reason !== null) return null;
  if (isUnchanged) return before.validators;
  const etag = used.headers.etag ?? null;
  const lastModified = used.headers["last-modified"] ?? null;
  return etag || lastModified ? { etag, lastModified, since: iso(now) } : null;
}

function moveAfter(
  before: FeedState,
  { movedTo, used, attempts }: Fetched,
  now: number,
): Pick<FeedState, "move" | "adoptedUrl"> {
  const { adoptedUrl } = before;
  if (used?.transport !== "direct") {
    const hasFailed = attempts.some(({ transport }) => transport === "direct");
    return hasFailed ? { move: null, adoptedUrl: null } : { move: before.move, adoptedUrl };
  }
  if (movedTo === null) return { move: null, adoptedUrl };
  const isSame = before.move?.to === movedTo;
  const move = {
    to: movedTo,
    count: isSame ? (before.move?.count ?? 0) + 1 : 1,
    since: isSame ? (before.move?.since ?? iso(now)) : iso(now),
  };
  const isBelieved = move.count >= MOVES_TO_BELIEVE && now - Date.parse(move.since) >= MOVE_AGE_TO_BELIEVE;
  return isBelieved ? { move: null, adoptedUrl: movedTo } : { move, adoptedUrl };
}

/** While a relay works, the feed itself is tried at growing intervals. */
function directAfter(before: FeedState, own: Attempt | undefined, now: number): FeedState["direct"] {
  if (!own) return before.direct;
  const failures = (before.direct?.failures ?? 0) + 1;
  return { failures, nextAt: iso(now + (own.status === 410 ? GONE_WAIT : DIRECT_FACTOR * backOff(failures))) };
}

/** Twice the back-off of a feed that nothing brings, since readers lack nothing meanwhile. */
const DIRECT_FACTOR = 2;

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
