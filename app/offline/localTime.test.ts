import { describe, expect, it } from "vitest";
import { formatLocalTime } from "./localTime.ts";

const at = (month: number, day: number, hour: number, minute: number, year = 2026) =>
  new Date(year, month - 1, day, hour, minute).getTime();
const now = at(11, 21, 18, 0);

describe("formatLocalTime", () => {
  it("gives the time of day only, for today", () => {
    expect(formatLocalTime(at(11, 21, 14, 5), now)).toBe("at 2:05 p.m.");
    expect(formatLocalTime(at(11, 21, 0, 30), now)).toBe("at 12:30 a.m.");
  });

  it("adds the date of another day, and the year of another year", () => {
    expect(formatLocalTime(at(11, 20, 14, 5), now)).toBe("November 20 at 2:05 p.m.");
    expect(formatLocalTime(at(11, 21, 14, 5, 2025), now)).toBe("November 21, 2025, at 2:05 p.m.");
  });
});
