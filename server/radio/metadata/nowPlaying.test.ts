import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createNowPlayingTracker } from "./nowPlaying.ts";

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2025-04-17T12:00:00Z") }));
afterEach(() => vi.useRealTimers());

const track = (title: string) => ({ title, artist: null });

it("names a track when listeners hear it", () => {
  const tracker = createNowPlayingTracker();
  tracker.setState("live");
  tracker.setTrack(track("One"), 5000);
  vi.advanceTimersByTime(4999);
  expect(tracker.get().title).toBeNull();
  vi.advanceTimersByTime(1);
  expect(tracker.get()).toMatchObject({ title: "One", since: "2025-04-17T12:00:05.000Z", history: [] });
});

it("keeps the last ten tracks, newest first, and ignores repeated titles", () => {
  const tracker = createNowPlayingTracker();
  tracker.setState("live");
  for (let number = 0; number < 13; number++)
    for (let times = 0; times < 2; times++) {
      tracker.setTrack(track(`Song ${number}`), 0);
      vi.advanceTimersByTime(1);
    }
  const { title, history } = tracker.get();
  expect(title).toBe("Song 12");
  expect(history.map((played) => played.title)).toEqual(Array.from({ length: 10 }, (_, index) => `Song ${11 - index}`));
});

it("moves the station's track into the history while the loop plays", () => {
  const tracker = createNowPlayingTracker();
  tracker.setTrack(track("One"), 0);
  vi.advanceTimersByTime(1);
  tracker.setState("loop");
  expect(tracker.get()).toMatchObject({ state: "loop", title: null, history: [{ title: "One" }] });
});

it("notifies subscribers of changes only, until they unsubscribe", () => {
  const tracker = createNowPlayingTracker();
  let changes = 0;
  let closes = 0;
  const unsubscribe = tracker.subscribe(
    () => changes++,
    () => closes++,
  );
  tracker.setState("live");
  tracker.setState("live");
  expect(changes).toBe(1);
  tracker.close();
  expect(closes).toBe(1);
  unsubscribe();
  tracker.setState("idle");
  expect(changes).toBe(1);
});
