import { describe, expect, it } from "vitest";
import { displayTime } from "./times.ts";

describe("displayTime", () => {
  it.each([
    ["2026-12-05T01:30:00.000Z", "7:30 p.m."],
    ["2026-07-05T00:00:00.000Z", "7 p.m."],
    ["2026-12-05T18:00:00.000Z", "noon"],
    ["2026-12-05T06:00:00.000Z", "midnight"],
    ["2026-12-05T06:05:00.000Z", "12:05 a.m."],
  ])("formats %s in Chicago as %s", (instant, text) => {
    expect(displayTime(instant, { timeZone: "America/Chicago", language: "en-US" })).toBe(text);
  });

  it.each([
    ["2026-12-05T01:30:00.000Z", "7:30 p. m."],
    ["2026-12-05T18:00:00.000Z", "mediodía"],
  ])("formats %s in Spanish as %s", (instant, text) => {
    expect(displayTime(instant, { timeZone: "America/Chicago", language: "es-US" })).toBe(text);
  });
});
