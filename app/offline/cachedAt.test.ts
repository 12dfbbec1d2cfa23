import { expect, it } from "vitest";
import { wordsOfTime } from "./cachedAt.ts";

const at = (month: number, day: number, hour: number, minute: number, year = 2026) =>
  new Date(year, month - 1, day, hour, minute).getTime();

it("says the time of today, the day before that, and the year where it is another", () => {
  const now = at(11, 21, 18, 0);
  expect(wordsOfTime(at(11, 21, 14, 5), now)).toBe("2:05 p.m.");
  expect(wordsOfTime(at(11, 21, 0, 30), now)).toBe("12:30 a.m.");
  expect(wordsOfTime(at(11, 20, 14, 5), now)).toBe("November 20 at 2:05 p.m.");
  expect(wordsOfTime(at(11, 21, 14, 5, 2025), now)).toBe("November 21, 2025 at 2:05 p.m.");
});
