import { describe, expect, it } from "vitest";
import { isSilent, newPlayer, type PlayerEvent, type PlayerState, reduce } from "./player.ts";

const told = (...events: PlayerEvent[]) => events.reduce(reduce, newPlayer(8076));
const tick = (at: number, time: number): PlayerEvent => ({ type: "tick", at, time, chance: 1 });
const broken = (connection: number, at: number): PlayerEvent => ({ type: "broken", connection, at, chance: 1 });
const PLAY: PlayerEvent = { type: "play", at: 0 };
const PLAYING = [PLAY, tick(500, 0.3)];

describe("the player", () => {
  it("loads nothing before play, says that it connects, and plays once the sound moves", () => {
    expect(newPlayer(8076)).toMatchObject({ phase: "idle", connection: null, volume: 0.9, isOpen: false });
    expect(told(PLAY)).toMatchObject({ phase: "connecting", connection: 1, isOpen: true });
    expect(told(PLAY, tick(400, 0))).toMatchObject({ phase: "connecting" });
    expect(told(...PLAYING)).toMatchObject({ phase: "playing", error: null });
  });

  it("lets go of the stream on pause, and loads it anew, live, on play", () => {
    expect(told(...PLAYING, { type: "pause" })).toMatchObject({ phase: "paused", connection: null, isOpen: true });
    expect(told(...PLAYING, { type: "pause" }, { type: "play", at: 9000 })).toMatchObject({
      phase: "connecting",
      connection: 2,
    });
    expect(told(...PLAYING, { type: "close" })).toMatchObject({ phase: "idle", connection: null, isOpen: false });
  });

  it("gives a connection up after 6 seconds without progress, and then waits longer each time", () => {
    const stalled = told(...PLAYING, { type: "waiting" });
    expect(stalled.phase).toBe("stalled");
    expect(reduce(stalled, tick(6499, 0.3))).toBe(stalled);
    let state = reduce(stalled, tick(6500, 0.3));
    expect(state).toMatchObject({ phase: "reconnecting", connection: null, retryAt: 7000, error: null });
    const delays: number[] = [];
    for (let round = 0; round < 9; round++) {
      const at = state.retryAt ?? 0;
      expect(reduce(state, tick(at - 1, 0))).toBe(state);
      state = reduce(state, tick(at, 0));
      expect(state).toMatchObject({ phase: "reconnecting", connection: round + 2, retryAt: null });
      state = reduce(state, broken(round + 2, at));
      delays.push((state.retryAt ?? 0) - at);
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
    expect(state.error).toBe("stream");
  });

  it("parts those who reconnect after the same fault from one another", () => {
    const retry = (chance: number) =>
      reduce(told(...PLAYING), { type: "ended", connection: 1, at: 1000, chance }).retryAt;
    expect([retry(0), retry(0.5), retry(1)]).toEqual([1250, 1375, 1500]);
  });

  it("begins with the short delay again only after it has played well", () => {
    const again = told(...PLAYING, broken(1, 1000), tick(1500, 0), tick(2000, 0.5));
    expect(again).toMatchObject({ phase: "playing", failures: 1, error: null });
    expect(reduce(again, tick(12_000, 10.2)).failures).toBe(0);
  });

  it("keeps to the text of what went wrong until it plays or is paused", () => {
    const refused = told(PLAY, { type: "refused", connection: 1 });
    expect(refused).toMatchObject({ phase: "paused", error: "start" });
    const unavailable = told(PLAY, broken(1, 100));
    expect(unavailable).toMatchObject({ phase: "reconnecting", error: "stream" });
    expect(reduce(unavailable, { type: "pause" }).error).toBeNull();
    expect([tick(600, 0), tick(900, 0.2)].reduce(reduce, unavailable).error).toBeNull();
  });

  it("takes no notice of what a connection before this one says", () => {
    const second = told(...PLAYING, { type: "pause" }, { type: "play", at: 9000 });
    for (const late of [broken(1, 9001), { type: "refused", connection: 1 } as const])
      expect(reduce(second, late)).toBe(second);
    const paused = told(...PLAYING, { type: "pause" });
    for (const late of [tick(20_000, 0), broken(1, 9001), { type: "waiting" } as const])
      expect(reduce(paused, late)).toBe(paused);
  });

  it("is live again after the device slept, and leaves sound alone that goes on", () => {
    const playing = told(...PLAYING);
    expect(reduce(playing, { type: "woken", at: 60_000, time: 0.3 })).toMatchObject({ connection: 2 });
    expect(reduce(playing, tick(3_600_000, 1.3))).toMatchObject({ phase: "reconnecting", connection: 2 });
    expect(reduce(playing, { type: "woken", at: 60_500, time: 60.3 })).toBe(playing);
    expect(reduce(playing, tick(60_500, 60.3))).toMatchObject({ phase: "playing", connection: 1 });
    const waiting = told(...PLAYING, broken(1, 1000));
    expect(reduce(waiting, { type: "woken", at: 1001, time: 0 })).toMatchObject({ connection: 2, retryAt: null });
  });

  it("stops by its sleep timer, and says so", () => {
    const timed = told(...PLAYING, { type: "sleep", at: 1000, minutes: 15 });
    expect(reduce(timed, tick(900_999, 900))).toMatchObject({ phase: "playing" });
    const slept = reduce(timed, tick(901_000, 900));
    expect(slept).toMatchObject({
      phase: "paused",
      pausedBy: "timer",
      connection: null,
      sleepAt: null,
      sleepMinutes: null,
    });
    expect(reduce(slept, { type: "play", at: 1e6 }).pausedBy).toBe(null);
  });

  it("tunes in to another station at once where it plays", () => {
    const other = { type: "station", station: 8077, at: 5000 } as const;
    expect(told(...PLAYING, other)).toMatchObject({ station: 8077, connection: 2, phase: "connecting" });
    expect(told(other)).toMatchObject({ station: 8077, connection: null, phase: "idle" });
  });
});

describe("the volume", () => {
  const volume = (value: number): PlayerEvent => ({ type: "volume", volume: value });
  const heard = (state: PlayerState) => [state.volume, state.isMuted, isSilent(state)];

  it("lies between 0 and 1 in steps of 0.01", () => {
    expect([-1, 0.123, 0.126, 0.29, 7].map((value) => told(volume(value)).volume)).toEqual([0, 0.12, 0.13, 0.29, 1]);
  });

  it("is unmuted by moving above 0, and looks muted at 0", () => {
    expect(heard(told({ type: "mute" }))).toEqual([0.9, true, true]);
    expect(heard(told({ type: "mute" }, { type: "mute" }))).toEqual([0.9, false, false]);
    expect(heard(told({ type: "mute" }, volume(0.01)))).toEqual([0.01, false, false]);
    expect(heard(told({ type: "mute" }, volume(0)))).toEqual([0, true, true]);
    expect(heard(told(volume(0.4), volume(0)))).toEqual([0, false, true]);
    expect(heard(told(volume(0.4), volume(0), { type: "mute" }))).toEqual([0.4, false, false]);
  });

  it("is what the device remembers, and so is that it played", () => {
    const kept = { volume: 0.3, isMuted: true, station: 8077, wasOn: true };
    expect(told({ type: "remembered", kept })).toMatchObject({
      ...{ volume: 0.3, isMuted: true, station: 8077, isOpen: true, phase: "idle", connection: null },
    });
    expect(told({ type: "remembered", kept: {} })).toEqual(newPlayer(8076));
  });
});
