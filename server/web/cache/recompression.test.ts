import { expect, it } from "vitest";
import { type CompressedPage, chooseRecompression } from "./recompression.ts";

const page = (hits: number, effort: CompressedPage["effort"] = "quick", changedAt = 0) => ({ hits, effort, changedAt });
const choose = (...pages: CompressedPage[]) => {
  const next = chooseRecompression(pages, 3001);
  return next && [pages.indexOf(next.entry), next.effort];
};

it("compresses a page better once it was served from the cache, and thoroughly after ten responses", () => {
  expect(choose(page(0))).toBeUndefined();
  expect(choose(page(0), page(1))).toEqual([1, "better"]);
  expect(choose(page(9, "better"))).toBeUndefined();
  expect(choose(page(10, "better"))).toEqual([0, "thorough"]);
  expect(choose(page(500, "thorough"))).toBeUndefined();
});

it("compresses pages with many readers first, at once with the highest effort", () => {
  expect(choose(page(1), page(10))).toEqual([1, "thorough"]);
});

it("waits until a page has not changed for three seconds", () => {
  expect(choose(page(20, "quick", 1))).toBeUndefined();
});
