import { expect, it } from "vitest";
import { formatMoment } from "./formatTime.ts";

const chicago = { timeZone: "America/Chicago", language: "en" };
const NOW = "2026-11-26T20:02:00Z";

it.each([
  ["the time on the same day there", "2026-11-26T06:05:00Z", "12:05\u00a0a.m."],
  ["the date on another day there", "2026-11-26T05:59:00Z", "Nov. 25, 11:59\u00a0p.m."],
  ["the year if it is another one", "2025-09-01T17:00:00Z", "Sept. 1, 2025, 12:00\u00a0p.m."],
])("gives %s", (_name, instant, expected) => {
  expect(formatMoment(instant, chicago, NOW)).toBe(expected);
});

it("writes as other languages do", () => {
  expect(formatMoment("2026-11-25T20:02:00Z", { timeZone: "Europe/Madrid", language: "es" }, NOW)).toBe(
    "25 nov, 21:02",
  );
});
