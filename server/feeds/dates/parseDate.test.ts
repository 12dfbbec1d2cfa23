import { describe, expect, it } from "vitest";
import { parseDate } from "./parseDate.ts";

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
    ["Mon, 2 Sep 2024 14:05 ET", "2024-09-02T18:05:00.000Z"],
    ["Mon, 2 Dec 2024 14:05:00 Eastern Standard Time", "2024-12-02T19:05:00.000Z"],
    ["2024-09-02T14:05[America/Chicago]", "2024-09-02T19:05:00.000Z"],
    // This hour was skipped by daylight saving time.
    ["2024-03-10 02:30 America/Chicago", "2024-03-10T07:30:00.000Z"],
    ["Mon Sep 2 14:05:00 CDT 2024", "2024-09-02T19:05:00.000Z"],
    ["2 de setembro de 2024 às 14h05", "2024-09-02T14:05:00.000Z"],
    ["2 września 2024", "2024-09-02T00:00:00.000Z"],
    ["2 Eylül 2024 Pazartesi", "2024-09-02T00:00:00.000Z"],
    ["2024年9月2日 下午2:05", "2024-09-02T14:05:00.000Z"],
    ["٢ سبتمبر ٢٠٢٤", "2024-09-02T00:00:00.000Z"],
    ["2024-W36-1", "2024-09-02T00:00:00.000Z"],
    ["20240902140500", "2024-09-02T14:05:00.000Z"],
    ["Thu, 5 01 2004 19:48:21 GMT", "2004-01-05T19:48:21.000Z"],
    ["Sun, 31 12 2003 10:14:55 +0100", "2003-12-31T09:14:55.000Z"],
    // An unknown zone is UTC.
    ["Fri, 28 May 2010 21:03:38 XYZ", "2010-05-28T21:03:38.000Z"],
  ])("parses %j as %s", (words, instant) => {
    expect(parseDate(words)).toBe(instant);
  });

  it.each([
    null,
    "",
    "soon",
    "5 days ago",
    "v2.0",
    "1.2.34",
    "2025-13-01",
    "2025-00-10",
    "2025-1x-05",
    "5 01 2004",
    "Thu, 05 Jnn 2024 10:00:00 GMT",
    "05 Jnn 2024 10:00:00 GMT",
    "Thu, 32 13 2004 10:00:00 GMT",
    "0000-01-01",
    "-0001-05-05",
    "0001-01-01T00:00:00+05:00",
    "2024-02-30",
    "Thu, 99 Apr 2025 06:30:00 GMT",
    "Thu, 17 Apr 2025 06:30:00:00 GMT",
    "Thu, 17 Apr 999999 06:30:00 GMT",
  ])("returns null for %j", (words) => {
    expect(parseDate(words)).toBeNull();
  });
});

it("reads words without a time once", () => {
  // An ambiguous regular expression would match these letters in 2 ** 40 ways and use up the poll's time limit.
  expect(parseDate(`2024-01-02${"T ".repeat(40)}x`)).toBeNull();
});
