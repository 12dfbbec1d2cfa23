import { describe, expect, it } from "vitest";
import { displayDate } from "./dates.ts";

describe("displayDate", () => {
  it("formats a date in the edition's time zone", () => {
    expect(displayDate("2025-04-18T03:30:00.000Z", "America/Chicago")).toBe("April 17, 2025");
    expect(displayDate("2025-04-18T03:30:00.000Z", "Europe/Berlin")).toBe("April 18, 2025");
  });

  it.each([null, "", "yesterday", "2025-13-45"])("returns Recent for %j", (date) => {
    expect(displayDate(date, "America/Chicago")).toBe("Recent");
  });
});
