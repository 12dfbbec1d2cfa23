import { describe, expect, it } from "vitest";
import { displayDate } from "./dates.ts";

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
