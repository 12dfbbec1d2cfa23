import { describe, expect, it } from "vitest";
import { NO_REQUESTED_INTERVAL } from "../../core/article.ts";
import {
  getEarliestPoll,
  getNextPoll,
  getUsualIntervalMinutes,
  parseRetryAfter,
  skipQuietTimes,
} from "./pollSchedule.ts";

const NOW = Date.parse("2026-11-21T09:30:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const every = (gap: number) => Array.from({ length: 15 }, (_, index) => NOW - (index + 1) * gap);

describe("getUsualIntervalMinutes", () => {
  it.each([
    ["publishes hourly", every(HOUR), 5],
    ["publishes every ten minutes", every(10 * MINUTE), 5],
    ["publishes every three hours", every(3 * HOUR), 15],
    ["publishes every half day", every(12 * HOUR), 60],
    ["has not published for a month", every(30 * 24 * HOUR), 360],
    ["has one story", [NOW - HOUR], 15],
    ["has no dates", [], 15],
  ])("returns the interval of a feed that %s", (_name, dates, minutes) => {
    expect(getUsualIntervalMinutes(15, dates, NOW)).toBeCloseTo(minutes, 5);
  });

  it("ignores stories dated in the future", () => {
    expect(getUsualIntervalMinutes(15, [NOW + HOUR, NOW + 2 * HOUR], NOW)).toBe(15);
  });
});

describe("getNextPoll", () => {
  it("adds up to a tenth to the interval", () => {
    expect(getNextPoll(NOW, 15, 0, 0) - NOW).toBe(15 * MINUTE);
    expect(getNextPoll(NOW, 15, 0, 1) - NOW).toBe(16.5 * MINUTE);
  });

  it("backs off to at most six hours", () => {
    const waits = [1, 2, 3, 5, 9, 10, 1000].map((failures) => (getNextPoll(NOW, 15, failures, 0) - NOW) / MINUTE);
    expect(waits).toEqual([1, 2, 4, 16, 256, 360, 360]);
  });
});

describe("getEarliestPoll", () => {
  const at = (headers: Record<string, string>, hints = {}) =>
    (getEarliestPoll(NOW, headers, { ...NO_REQUESTED_INTERVAL, ...hints }) - NOW) / MINUTE;

  it.each([
    [{ "cache-control": "public, max-age=1800" }, {}, 30],
    [{ "cache-control": "max-age=1800", age: "600" }, {}, 20],
    [{ "cache-control": "no-cache, max-age=1800" }, {}, 0],
    [{ expires: "Sat, 21 Nov 2026 10:00:00 GMT" }, {}, 30],
    [{ expires: "Sat, 21 Nov 2026 10:00:00 GMT", date: "Sat, 21 Nov 2026 09:50:00 GMT" }, {}, 10],
    [{ expires: "0" }, {}, 0],
    [{ "cache-control": "max-age=60", expires: "Sat, 21 Nov 2026 12:00:00 GMT" }, {}, 1],
    [{}, { ttlMinutes: 45 }, 45],
    [{ "cache-control": "max-age=60" }, { ttlMinutes: 20, updateMinutes: 60 }, 60],
    [{ "cache-control": "max-age=31536000" }, {}, 24 * 60],
    [{}, { skipHours: [9, 10] }, 90],
    [{}, {}, 0],
  ])("for the headers %j and hints %j is %d minutes ahead", (headers, hints, minutes) => {
    expect(at(headers as Record<string, string>, hints)).toBe(minutes);
  });

  it("skips whole days, and nothing if all hours are skipped", () => {
    expect(new Date(skipQuietTimes(NOW, { ...NO_REQUESTED_INTERVAL, skipDays: [6, 0] })).toISOString()).toBe(
      "2026-11-23T00:00:00.000Z",
    );
    const always = { ...NO_REQUESTED_INTERVAL, skipHours: Array.from({ length: 24 }, (_, hour) => hour) };
    expect(skipQuietTimes(NOW, always)).toBe(NOW);
  });
});

describe("parseRetryAfter", () => {
  it.each([
    ["120", 2],
    ["Sat, 21 Nov 2026 10:30:00 GMT", 60],
    ["Sat, 21 Nov 2020 10:30:00 GMT", 0],
  ])("parses %s", (header, minutes) => {
    expect(((parseRetryAfter(NOW, header) ?? Number.NaN) - NOW) / MINUTE).toBe(minutes);
  });

  it("returns null without a valid header", () => {
    expect(parseRetryAfter(NOW, undefined)).toBeNull();
    expect(parseRetryAfter(NOW, "soon")).toBeNull();
  });
});
