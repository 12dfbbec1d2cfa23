import { describe, expect, it } from "vitest";
import { displayDate, displayTime } from "./dates.ts";

describe("displayDate", () => {
  it("formats a date in the edition's time zone", () => {
    expect(displayDate("2025-04-18T03:30:00.000Z", { timeZone: "America/Chicago", language: "en-US" })).toBe(
      "April 17, 2025",
    );
    expect(displayDate("2025-04-18T03:30:00.000Z", { timeZone: "Europe/Berlin", language: "en-US" })).toBe(
      "April 18, 2025",
    );
  });

  it("formats a date in the edition's language", () => {
    const milwaukee = { timeZone: "America/Chicago", language: "es-US" };
    expect(displayDate("2025-04-18T03:30:00.000Z", milwaukee)).toBe("17 de abril de 2025");
    expect(displayDate(null, milwaukee)).toBe("Reciente");
  });

  it.each([null, "", "yesterday", "2025-13-45"])("returns Recent for %j", (date) => {
    expect(displayDate(date, { timeZone: "America/Chicago", language: "en-US" })).toBe("Recent");
  });
});

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
