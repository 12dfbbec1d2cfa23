import { expect, it } from "vitest";
import { openLimit } from "./limit.ts";

it("lets a client do a thing so many times within a span, and others not pay for it", () => {
  const limit = openLimit(2, 1000);
  expect([0, 10, 20].map((now) => limit.allows("a", now))).toEqual([true, true, false]);
  expect(limit.allows("b", 20)).toBe(true);
  // The first is forgotten, the second is not.
  expect([1001, 1002].map((now) => limit.allows("a", now))).toEqual([true, false]);
});
