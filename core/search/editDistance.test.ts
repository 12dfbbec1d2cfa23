import { expect, it } from "vitest";
import { getEditDistance } from "./editDistance.ts";

it.each([
  ["library", "library", 0],
  ["libary", "library", 1],
  ["lirbary", "library", 1],
  ["librarry", "library", 1],
  ["librery", "library", 1],
  ["liberry", "library", 2],
  ["zucini", "zucchini", 2],
  ["mayor", "harbor", Infinity],
  ["a", "abcd", Infinity],
])("counts the letters between %s and %s: %d", (one, other, distance) => {
  expect(getEditDistance(one, other, 2)).toBe(distance);
  expect(getEditDistance(other, one, 2)).toBe(distance);
});
