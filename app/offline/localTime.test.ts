import { describe, expect, it } from "vitest";
import { getSiteTexts } from "../../core/language/catalogs.ts";
import { formatLocalTime } from "./localTime.ts";

const at = (month: number, day: number, hour: number, minute: number, year = 2026) =>
  new Date(year, month - 1, day, hour, minute).getTime();
const now = at(11, 21, 18, 0);
const format = (time: number, language = "en-US") => formatLocalTime(time, now, language, getSiteTexts(language));

describe("formatLocalTime", () => {
  it("gives the time of day only, for today", () => {
    expect(format(at(11, 21, 14, 5))).toBe("at 2:05 p.m.");
    expect(format(at(11, 21, 0, 30))).toBe("at 12:30 a.m.");
  });

  it("adds the date of another day, and the year of another year", () => {
    expect(format(at(11, 20, 14, 5))).toBe("November 20 at 2:05 p.m.");
    expect(format(at(11, 21, 14, 5, 2025))).toBe("November 21, 2025, at 2:05 p.m.");
  });

  it("follows the language", () => {
    expect(format(at(11, 21, 14, 5), "es-US")).toBe("a las 2:05 p. m.");
    expect(format(at(11, 20, 13, 5), "es-US")).toBe("el 20 de noviembre a la 1:05 p. m.");
  });
});
