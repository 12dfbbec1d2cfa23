import { describe, expect, it } from "vitest";
import { getDayStart, isSettled, parseDay, toDay } from "./days.ts";

const CHICAGO = "America/Chicago";
const day = (name: string) => Temporal.PlainDate.from(name);

describe("parseDay", () => {
  it("parses a date", () => {
    expect(parseDay("2025-04-17")?.toString()).toBe("2025-04-17");
  });

  it.each(["2025-02-29", "2025-13-01", "2025-4-17", "0025-04-17", "20250417", "2025-04-17T12:00", "today", ""])(
    "returns undefined for %j",
    (name) => {
      expect(parseDay(name)).toBeUndefined();
    },
  );
});

describe("beginOf", () => {
  it.each([
    ["2025-01-15", "2025-01-15T06:00:00.000Z"],
    ["2025-07-15", "2025-07-15T05:00:00.000Z"],
    // On the day of the clock change, midnight is still in standard time.
    ["2025-03-09", "2025-03-09T06:00:00.000Z"],
    ["2025-03-10", "2025-03-10T05:00:00.000Z"],
  ])("returns midnight of %s in the time zone", (name, instant) => {
    expect(getDayStart(day(name), CHICAGO)).toBe(instant);
  });
});

describe("toDay", () => {
  it("returns the date in the time zone", () => {
    expect(toDay("2025-04-18T04:59:59.999Z", CHICAGO).toString()).toBe("2025-04-17");
    expect(toDay("2025-04-18T05:00:00.000Z", CHICAGO).toString()).toBe("2025-04-18");
  });
});

describe("isSettled", () => {
  it.each([
    ["2025-04-17T23:00:00-05:00", false],
    ["2025-04-18T23:59:59-05:00", false],
    ["2025-04-19T00:00:00-05:00", true],
  ])("tells at %s whether April 17 ended at least a day ago", (now, expected) => {
    expect(isSettled(day("2025-04-17"), CHICAGO, Date.parse(now))).toBe(expected);
  });
});
