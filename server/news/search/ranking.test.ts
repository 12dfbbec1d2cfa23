import { describe, expect, it } from "vitest";
import { toSearchKey } from "../../store/search/searchKey.ts";
import { addRecency, compareByRank } from "./ranking.ts";

const NEWEST = toSearchKey("2026-05-31T12:00:00Z", 1);
const keyOf = (date: string, id = 1) => toSearchKey(`${date}T12:00:00Z`, id);

describe("addRecency", () => {
  it.each([
    ["2026-05-31", 1500],
    ["2026-05-01", 1250],
    ["2026-04-01", 1125],
    ["2016-05-31", 1000],
  ])("raises the score of an article of %s to %i", (date, score) => {
    expect(addRecency({ key: keyOf(date), score: 1 }, NEWEST).score).toBe(score);
  });
});

describe("compareByRank", () => {
  it("puts better matches first, and of equal ones the newer", () => {
    const [old, recent] = [keyOf("2026-01-01"), keyOf("2026-01-02")];
    const hits = [
      { key: old, score: 5 },
      { key: recent, score: 5 },
      { key: old, score: 9 },
    ];
    expect(hits.toSorted(compareByRank).map(({ key, score }) => [key, score])).toEqual([
      [old, 9],
      [recent, 5],
      [old, 5],
    ]);
  });
});
