import { expect, it } from "vitest";
import { createRateLimit } from "./contact.ts";

it("limits the hits of each client within the window", () => {
  const isAllowed = createRateLimit(2, 1000);
  expect([0, 10, 20].map((now) => isAllowed("a", now))).toEqual([true, true, false]);
  expect(isAllowed("b", 20)).toBe(true);
  // The first hit has left the window, the second has not.
  expect([1001, 1002].map((now) => isAllowed("a", now))).toEqual([true, false]);
});
