import { describe, expect, it } from "vitest";
import { parseDate } from "./dates.ts";

describe("parseDate", () => {
  it.each([
    ["Thu, 17 Apr 2025 06:30:00 -0500", "2025-04-17T11:30:00.000Z"],
    ["Thu, 17 Apr 25 06:30:00 CDT", "2025-04-17T11:30:00.000Z"],
    ["17 April 2025 6:30 p.m. EST", "2025-04-17T23:30:00.000Z"],
    ["2025-04-17T06:30:00.25-05:00", "2025-04-17T11:30:00.250Z"],
    ["2025-04-17 06:30:00", "2025-04-17T06:30:00.000Z"],
    ["2025-04-17", "2025-04-17T00:00:00.000Z"],
    ["Thu Apr 17 06:30:00 2025", "2025-04-17T06:30:00.000Z"],
    ["1744889400", "2025-04-17T11:30:00.000Z"],
    ["17/04/2025", "2025-04-17T00:00:00.000Z"],
    ["jeu., 17 avr. 2025 06:30:00 +0200", "2025-04-17T04:30:00.000Z"],
    ["Tue, 15 May 2012 24:05:00 UTC", "2012-05-16T00:05:00.000Z"],
    // A zone that nobody knows is taken as UTC.
    ["Fri, 28 May 2010 21:03:38 XYZ", "2010-05-28T21:03:38.000Z"],
  ])("reads %j as %s", (words, instant) => {
    expect(parseDate(words)).toBe(instant);
  });

  it.each([
    null,
    "",
    "soon",
    "2025-13-01",
    "Thu, 99 Apr 2025 06:30:00 GMT",
    "Thu, 17 Apr 2025 06:30:00:00 GMT",
    "Thu, 17 Apr 999999 06:30:00 GMT",
  ])("finds no date in %j", (words) => {
    expect(parseDate(words)).toBeNull();
  });
});
