import { describe, expect, it } from "vitest";
import { NO_REQUESTED_INTERVAL } from "../../core/article.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import type { Attempt, FetchResult } from "./fetch/fetchFeed.ts";
import { getHostBackoffs, getNextState, toFetchRequest } from "./nextFeedState.ts";

const NOW = Date.parse("2026-11-21T09:30:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FEED_URL = "https://news.example/rss.xml";

const state = (changes: Partial<FeedState> = {}): FeedState => ({
  url: FEED_URL,
  title: "",
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastError: null,
  failures: 0,
  ...{
    nextPollAt: iso(NOW),
    transport: null,
    lastStatus: null,
    intervalMinutes: null,
    requestedInterval: NO_REQUESTED_INTERVAL,
  },
  validators: null,
  adoptedUrl: null,
  move: null,
  direct: null,
  ...changes,
});

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  ...{
    transport: "direct",
    finalUrl: FEED_URL,
    status: 200,
    bytes: 100,
    ms: 10,
    articles: 5,
    reason: null,
    headers: {},
  },
  ...changes,
});

const result = (attempts: Attempt[], changes: Partial<FetchResult> = {}): FetchResult => ({
  feed: null,
  isUnchanged: false,
  pollingHints: null,
  movedTo: null,
  attempts,
  used: attempts.find(({ reason }) => reason === null) ?? null,
  ...changes,
});

const context = { now: NOW, everyMinutes: 15, dates: [], random: 0 };
const iso = (time: number) => new Date(time).toISOString();
const minutesTo = (instant: string | undefined) => (Date.parse(instant ?? "") - NOW) / MINUTE;

describe("toFetchRequest", () => {
  it("requests the adopted URL, with validators less than a day old", () => {
    const validators = { etag: '"1"', lastModified: null, since: iso(NOW - 23 * HOUR) };
    expect(toFetchRequest(state({ adoptedUrl: "https://new.example/", validators }), NOW)).toEqual({
      directUrl: "https://new.example/",
      isDirectLast: false,
      validators,
    });
    const old = { ...validators, since: iso(NOW - 24 * HOUR) };
    expect(toFetchRequest(state({ validators: old }), NOW).validators).toBeNull();
  });

  it("tries the relays first while the direct request is backing off", () => {
    const direct = { failures: 1, nextAt: iso(NOW + 1) };
    expect(toFetchRequest(state({ direct }), NOW).isDirectLast).toBe(true);
    expect(toFetchRequest(state({ direct }), NOW + 1).isDirectLast).toBe(false);
  });
});

describe("getHostBackoffs", () => {
  it("returns hosts that responded with 429 or 503 and Retry-After", () => {
    const headers = { "retry-after": "60" };
    const attempts = [
      attempt({ status: 429, headers }),
      attempt({ status: 503, headers, finalUrl: "https://relay.example:8443/x" }),
      attempt({ status: 500, headers, finalUrl: "https://other.example/" }),
      attempt({ status: 429, finalUrl: "https://silent.example/" }),
    ];
    const until = NOW + MINUTE;
    expect(getHostBackoffs(attempts, NOW)).toEqual([
      { host: "news.example", until },
      { host: "relay.example:8443", until },
    ]);
  });
});

describe("a Retry-After of a year", () => {
  const limited = attempt({ status: 429, reason: "Status 429.", headers: { "retry-after": "31536000" } });

  it("pauses the host for six hours", () => {
    expect(getHostBackoffs([limited], NOW)).toEqual([{ host: "news.example", until: NOW + 360 * MINUTE }]);
  });

  it("pauses the feed that got it for seven days", () => {
    const { nextPollAt } = getNextState(state(), result([limited]), context);
    expect(minutesTo(nextPollAt)).toBe(7 * 24 * 60);
  });
});

describe("getNextState", () => {
  it("counts a failure, backs off, and drops adopted URL, move and validators", () => {
    const before = state({
      failures: 2,
      adoptedUrl: "https://new.example/",
      title: "News",
      validators: { etag: '"1"', lastModified: null, since: iso(NOW) },
    });
    const after = getNextState(before, result([attempt({ status: 500, reason: "Status 500." })]), context);
    expect(after).toMatchObject({
      title: "News",
      failures: 3,
      lastStatus: 500,
      lastError: "direct: Status 500.",
      adoptedUrl: null,
      move: null,
      validators: null,
      direct: null,
    });
    expect(minutesTo(after.nextPollAt)).toBe(4);
  });

  it("waits as long as Retry-After says, and a day after 410", () => {
    const limited = attempt({ status: 429, reason: "Status 429.", headers: { "retry-after": "7200" } });
    expect(minutesTo(getNextState(state(), result([limited]), context).nextPollAt)).toBe(120);
    const gone = attempt({ status: 410, reason: "Status 410." });
    expect(minutesTo(getNextState(state(), result([gone]), context).nextPollAt)).toBe(24 * 60);
  });

  it("keeps validators of an intact response only", () => {
    const headers = { etag: '"2"' };
    const validators = (used: Attempt, changes: Partial<FetchResult> = {}) =>
      getNextState(
        state({ validators: { etag: '"1"', lastModified: null, since: iso(NOW - HOUR) } }),
        result([used], { used, ...changes }),
        context,
      ).validators;
    expect(validators(attempt({ headers }))).toEqual({ etag: '"2"', lastModified: null, since: iso(NOW) });
    expect(validators(attempt({ headers, reason: "Malformed." }))).toBeNull();
    expect(validators(attempt({ status: 304 }), { isUnchanged: true })?.etag).toBe('"1"');
    expect(validators(attempt({ headers, transport: "wrapper relay.example" }))).toBeNull();
  });

  it("adopts a URL after five permanent redirects over a day", () => {
    const to = "https://new.example/rss.xml";
    const next = (move: FeedState["move"]) =>
      getNextState(state({ move }), result([attempt()], { movedTo: to }), context);
    expect(next(null)).toMatchObject({ move: { to, count: 1, since: iso(NOW) }, adoptedUrl: null });
    expect(next({ to, count: 9, since: iso(NOW - 23 * HOUR) })).toMatchObject({
      move: { count: 10 },
      adoptedUrl: null,
    });
    expect(next({ to, count: 4, since: iso(NOW - 24 * HOUR) })).toMatchObject({ move: null, adoptedUrl: to });
    expect(next({ to: "https://else.example/", count: 9, since: iso(0) })).toMatchObject({ move: { to, count: 1 } });
  });

  it("backs off from direct requests twice as long while a relay works", () => {
    const attempts = [attempt({ status: 403, reason: "Status 403." }), attempt({ transport: "wrapper relay.example" })];
    const after = getNextState(state({ direct: { failures: 2, nextAt: iso(NOW) } }), result(attempts), context);
    expect(after).toMatchObject({ failures: 0, lastError: null, lastStatus: 403, transport: "wrapper relay.example" });
    expect(after.direct?.failures).toBe(3);
    expect(minutesTo(after.direct?.nextAt)).toBe(8);
  });
});
