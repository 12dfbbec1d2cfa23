import { expect, it } from "vitest";
import { parseInstant, toInstant } from "./instant.ts";

it.each([
  ["2026-11-23T05:00:00-06:00", "2026-11-23T11:00:00.000Z"],
  ["2026-11-23T05:00Z", "2026-11-23T05:00:00.000Z"],
  ["2026-11-23t05:00:00.5z", "2026-11-23T05:00:00.500Z"],
  ["2026-11-23T05:00:00-0600", "2026-11-23T11:00:00.000Z"],
  ["2026-11-23T05:00:00-00:00", "2026-11-23T05:00:00.000Z"],
])("converts %s", (time, instant) => {
  expect(parseInstant(time)).toBe(instant);
});

it.each([
  ...["", "tomorrow", "2026-11-23", "2026-11-23T05:00:00", "20261123T050000Z", "2026-11-23T25:00:00Z"],
  ...["+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00", "0000-06-01T00:00:00Z"],
  `2026-11-23${"T".repeat(80_000)}`,
])("rejects %#", (time) => {
  expect(parseInstant(time)).toBeNull();
});

it("converts only times in years of four digits", () => {
  expect(toInstant(0)).toBe("1970-01-01T00:00:00.000Z");
  expect([Number.NaN, 8.64e15, -8.64e15].map(toInstant)).toEqual([null, null, null]);
});
