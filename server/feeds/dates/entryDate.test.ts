import { expect, it } from "vitest";
import { parseEntryDate } from "./entryDate.ts";

const GOOD = "2026-11-02T16:00:00.000Z";

it.each([
  "Mon Nov  2 10:00:00 2026 -0600",
  "Mon, 02 Nov 2026 10&#58;00&#58;00 -0600",
  "November 2, 2026&nbsp;10:00 a.m. CST",
  "<time>2026-11-02T10:00-06:00</time>",
])("reads the date %j", (text) => {
  expect(parseEntryDate([text])).toBe(GOOD);
});

it.each([
  "0001-01-01T00:00:00Z",
  "Mon, 01 Jan 0001 00:00:00 -0500",
  "Wed, 30 Nov -0001 00:00:00 +0000",
  "-0001-11-30T00:00:00+00:00",
  "0000-00-00 00:00:00",
  "1970-01-01",
  "Wed, 31 Dec 1969 19:00:00 -0500",
  "Thu, 01 Jan 1970 00:00:00 +0100",
  "1/1/1900 12:00:00 AM",
])("takes %j for no date, and uses the next one", (zero) => {
  expect(parseEntryDate([zero])).toBeNull();
  expect(parseEntryDate([zero, "Invalid date", GOOD])).toBe(GOOD);
});

it("keeps the dates of old articles", () => {
  expect(parseEntryDate(["1969-07-20T20:17:00Z"])).toBe("1969-07-20T20:17:00.000Z");
  expect(parseEntryDate(["1970-01-03"])).toBe("1970-01-03T00:00:00.000Z");
});
