import { describe, expect, it } from "vitest";
import { nextPoll } from "./schedule.ts";

const MINUTE = 60_000;
const minutes = (every: number, failures: number, random = 0.5) => nextPoll(0, every, failures, random) / MINUTE;

describe("nextPoll", () => {
  it("waits a healthy feed's own interval, a tenth more or less", () => {
    expect(minutes(15, 0)).toBe(15);
    expect(minutes(15, 0, 0)).toBe(13.5);
    expect(minutes(15, 0, 1)).toBe(16.5);
  });

  it("waits twice as long after each failure, six hours at most", () => {
    expect([1, 2, 3, 4, 5].map((failures) => minutes(15, failures))).toEqual([1, 2, 4, 8, 16]);
    expect([9, 10, 60, 2000].map((failures) => minutes(15, failures))).toEqual([256, 360, 360, 360]);
  });
});
