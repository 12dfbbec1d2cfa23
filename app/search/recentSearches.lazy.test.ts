import { describe, expect, it } from "vitest";
import { addSearch } from "./recentSearches.lazy.ts";

describe("addSearch", () => {
  it("puts the newest search first, without the spaces around it", () => {
    expect(addSearch(["river"], " mayor ")).toEqual(["mayor", "river"]);
  });

  it("moves a repeated search to the front", () => {
    expect(addSearch(["a", "b", "c"], "c")).toEqual(["c", "a", "b"]);
  });

  it("keeps the last five", () => {
    expect(addSearch(["a", "b", "c", "d", "e"], "f")).toEqual(["f", "a", "b", "c", "d"]);
  });

  it("ignores an empty search", () => {
    expect(addSearch(["a"], "  ")).toEqual(["a"]);
  });
});
