import { describe, expect, it } from "vitest";
import { type CacheIndex, selectEvictions, selectExpired } from "./eviction.ts";

const INDEX: CacheIndex = {
  "/saved-old": { bytes: 40, at: 1, savedBy: "/saved-old" },
  "/new": { bytes: 30, at: 4 },
  "/old": { bytes: 20, at: 2 },
  "/saved-new": { bytes: 10, at: 3, savedBy: "/saved-new" },
};

describe("selectExpired", () => {
  it("selects pages whose time is over, and what was cached for them", () => {
    const until = "2026-04-20T00:00:00.000Z";
    const index: CacheIndex = {
      "/limited": { bytes: 1, at: 1, until },
      "/its-photo": { bytes: 1, at: 1, savedBy: "/limited" },
      "/unlimited": { bytes: 1, at: 1 },
    };
    expect(selectExpired(index, Date.parse(until))).toEqual(["/limited", "/its-photo"]);
    expect(selectExpired(index, Date.parse(until) - 1)).toEqual([]);
  });
});

describe("selectEvictions", () => {
  it("evicts nothing while everything fits", () => {
    expect(selectEvictions(INDEX, 100)).toEqual([]);
    expect(selectEvictions({}, 0)).toEqual([]);
  });

  it("evicts the oldest entry first and stops as soon as the rest fits", () => {
    expect(selectEvictions(INDEX, 99)).toEqual(["/old"]);
    expect(selectEvictions(INDEX, 80)).toEqual(["/old"]);
    expect(selectEvictions(INDEX, 79)).toEqual(["/old", "/new"]);
  });

  it("evicts what saved stories need only after everything else", () => {
    expect(selectEvictions(INDEX, 49)).toEqual(["/old", "/new", "/saved-old"]);
    expect(selectEvictions(INDEX, 0)).toEqual(["/old", "/new", "/saved-old", "/saved-new"]);
  });
});
