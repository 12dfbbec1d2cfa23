import { expect, it } from "vitest";
import { type CompressedPage, chooseRecompression } from "./recompression.ts";

const page = (hits: number, effort: CompressedPage["effort"] = "quick", changedAt = 0) => ({ hits, effort, changedAt });
const choose = (...pages: CompressedPage[]) => {
  const next = chooseRecompression(pages, 3001);
  return next && [pages.indexOf(next.entry), next.effort];
};

it("compresses a page better after ten responses from the cache, and thoroughly after a hundred", () => {
  expect(choose(page(9))).toBeUndefined();
  expect(choose(page(9), page(10))).toEqual([1, "better"]);
  expect(choose(page(99, "better"))).toBeUndefined();
  expect(choose(page(100, "better"))).toEqual([0, "thorough"]);
  expect(choose(page(500, "thorough"))).toBeUndefined();
});

it("compresses pages with many readers first, at once with the highest effort", () => {
  expect(choose(page(10), page(100))).toEqual([1, "thorough"]);
});

it("waits until a page has not changed for three seconds", () => {
  expect(choose(page(200, "quick", 1))).toBeUndefined();
});
