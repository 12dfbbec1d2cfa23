import { expect, it } from "vitest";
import { needsLoop } from "./relay.ts";

it.each([
  ["a lost station while listeners have audio", { isLost: true, isLow: false, hasPlayed: true }, 1500],
  ["a lost station when listeners have little audio left", { isLost: true, isLow: true, hasPlayed: true }, 0],
  ["a station that has not played yet", { isLost: false, isLow: true, hasPlayed: false }, 1500],
  ["a silent station when listeners have little audio left", { isLost: false, isLow: true, hasPlayed: true }, 4000],
  [
    "a silent station while listeners have audio",
    { isLost: false, isLow: false, hasPlayed: true },
    Number.POSITIVE_INFINITY,
  ],
])("the loop replaces %s after its time", (_name, station, silenceMs) => {
  for (const ms of [0, 1499, 1500, 3999, 4000, 60_000])
    expect(needsLoop(station, ms), `${ms} ms`).toBe(ms >= silenceMs);
});
