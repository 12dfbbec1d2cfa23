import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createNowPlayingTracker } from "./metadata/nowPlaying.ts";
import { createOutageNotice } from "./outageNotice.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const nowPlaying = createNowPlayingTracker();
  const changes: boolean[] = [];
  const isOutage = createOutageNotice(nowPlaying, () => changes.push(isOutage()));
  return { nowPlaying, changes };
}

it("begins with the loop, and ends 30 s after it", () => {
  const { nowPlaying, changes } = start();
  for (const state of ["connecting", "live", "idle", "connecting"] as const) nowPlaying.setState(state);
  expect(changes).toEqual([]);
  nowPlaying.setState("loop");
  expect(changes).toEqual([true]);
  nowPlaying.setState("live");
  vi.advanceTimersByTime(29_999);
  expect(changes).toEqual([true]);
  nowPlaying.setTrack({ title: "One", artist: null }, 0);
  vi.advanceTimersByTime(1);
  expect(changes).toEqual([true, false]);
});

it("is one outage while a station comes and goes", () => {
  const { nowPlaying, changes } = start();
  for (let times = 0; times < 20; times++) {
    nowPlaying.setState("loop");
    vi.advanceTimersByTime(20_000);
    nowPlaying.setState("live");
    vi.advanceTimersByTime(20_000);
  }
  expect(changes).toEqual([true]);
});
