import { expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

it("doubles the delay from failure to failure", () => {
  const delays = [1, 2, 3, 4].map((failures) => backoffMs(failures, { firstMs: 100, maxMs: 60_000 }));
  expect(delays).toEqual([100, 200, 400, 800]);
});

it("multiplies the delay by another factor", () => {
  expect(backoffMs(3, { firstMs: 100, maxMs: 60_000, factor: 3 })).toBe(900);
});

it("stops at the longest delay, after any number of failures", () => {
  for (const failures of [11, 1000, 1e9]) expect(backoffMs(failures, { firstMs: 100, maxMs: 60_000 })).toBe(60_000);
});
