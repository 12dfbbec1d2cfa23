import { describe, expect, it } from "vitest";
import { type DiskLevel, getDiskLevel } from "./diskLevel.ts";

function follow(freeMb: readonly number[], floorMb = 200): DiskLevel[] {
  let level: DiskLevel = "enough";
  return freeMb.map((free) => {
    level = getDiskLevel(level, free, floorMb);
    return level;
  });
}

describe("getDiskLevel", () => {
  it("is low below the floor and critical below half of it", () => {
    expect(follow([200, 199, 100, 99])).toEqual(["enough", "low", "low", "critical"]);
  });

  it("recovers a tenth above each limit, so that it does not flap", () => {
    expect(follow([99, 109, 111, 219, 221])).toEqual(["critical", "critical", "low", "low", "enough"]);
    expect(follow([199, 201, 199, 201])).toEqual(["low", "low", "low", "low"]);
  });

  it("is never low with a floor of 0", () => {
    expect(follow([0, 0], 0)).toEqual(["enough", "enough"]);
  });
});
