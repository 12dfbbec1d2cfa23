import { describe, expect, it } from "vitest";
import { reduce } from "./playerReducer.ts";
import { createPlayer, isActive, isSilent, type PlayerEvent, type PlayerState } from "./playerState.ts";

const run = (...events: PlayerEvent[]) => events.reduce(reduce, createPlayer(8076));
const update = (atMs: number, currentTime: number): PlayerEvent => ({
  type: "timeupdate",
  atMs,
  currentTime,
  random: 1,
});
const fail = (connection: number, atMs: number): PlayerEvent => ({ type: "error", connection, atMs, random: 1 });
const end = (connection: number, atMs: number, random = 1): PlayerEvent => ({
  type: "ended",
  connection,
  atMs,
  random,
});
const PLAY: PlayerEvent = { type: "play", atMs: 0 };
const PAUSE: PlayerEvent = { type: "pause" };
const STOP: PlayerEvent = { type: "stop" };
const WAITING: PlayerEvent = { type: "waiting" };
const START_PLAYING = [PLAY, update(500, 0.3)];

/** A state for each phase. */
const IDLE = createPlayer(8076);
const CONNECTING = run(PLAY);
const PLAYING = run(...START_PLAYING);
const STALLED = run(...START_PLAYING, WAITING);
const RETRYING = run(...START_PLAYING, fail(1, 1000));
const PAUSED = run(...START_PLAYING, PAUSE);
const ACTIVE = [CONNECTING, PLAYING, STALLED, RETRYING];
const INACTIVE = [IDLE, PAUSED];

describe("play", () => {
  it("loads nothing before play, connects, and plays once the audio advances", () => {
    expect(IDLE).toMatchObject({ phase: "idle", connection: null, volume: 0.9, isOpen: false });
    expect(CONNECTING).toMatchObject({ phase: "connecting", connection: 1, isOpen: true });
    expect(run(PLAY, update(400, 0))).toMatchObject({ phase: "connecting" });
    expect(PLAYING).toMatchObject({ phase: "playing", error: null });
  });

  it("starts a new, live connection from idle and paused", () => {
    for (const state of INACTIVE)
      expect(reduce(state, { type: "play", atMs: 9000 })).toMatchObject({
        phase: "connecting",
        connection: state.connections + 1,
        pausedBy: null,
        failures: 0,
        progress: { atMs: 9000, currentTime: 0 },
      });
  });

  it("is ignored while the radio is on", () => {
    for (const state of ACTIVE) expect(reduce(state, { type: "play", atMs: 9000 })).toBe(state);
  });

  it("counts connecting, playing, stalled and reconnecting as on", () => {
    expect(ACTIVE.map(isActive)).toEqual([true, true, true, true]);
    expect(INACTIVE.map(isActive)).toEqual([false, false]);
  });
});

describe("pause and stop", () => {
  it("pause drops the connection in every phase, and play connects anew", () => {
    for (const state of ACTIVE)
      expect(reduce(state, PAUSE)).toMatchObject({
        phase: "paused",
        connection: null,
        retryAtMs: null,
        failures: 0,
        error: null,
        pausedBy: null,
        isOpen: true,
      });
    expect(run(...START_PLAYING, PAUSE, { type: "play", atMs: 9000 })).toMatchObject({
      phase: "connecting",
      connection: 2,
    });
  });

  it("pause is ignored while the radio is off", () => {
    for (const state of INACTIVE) expect(reduce(state, PAUSE)).toBe(state);
  });

  it("stop drops the connection and closes the bar in every phase", () => {
    for (const state of [...ACTIVE, ...INACTIVE])
      expect(reduce(state, STOP)).toMatchObject({ phase: "idle", connection: null, retryAtMs: null, isOpen: false });
  });

  it("pauses when another tab plays, and says so", () => {
    for (const state of ACTIVE)
      expect(reduce(state, { type: "otherTabPlayed" })).toMatchObject({
        phase: "paused",
        connection: null,
        pausedBy: "otherTab",
      });
    for (const state of INACTIVE) expect(reduce(state, { type: "otherTabPlayed" })).toBe(state);
  });
});

describe("reconnecting", () => {
  it("replaces a connection after 6 s without progress, with growing delays", () => {
    expect(STALLED.phase).toBe("stalled");
    expect(reduce(STALLED, update(6499, 0.3))).toBe(STALLED);
    let state = reduce(STALLED, update(6500, 0.3));
    expect(state).toMatchObject({ phase: "reconnecting", connection: null, retryAtMs: 7000, error: null });
    const delays: number[] = [];
    for (let round = 0; round < 9; round++) {
      const atMs = state.retryAtMs ?? 0;
      expect(reduce(state, update(atMs - 1, 0))).toBe(state);
      state = reduce(state, update(atMs, 0));
      expect(state).toMatchObject({ phase: "reconnecting", connection: round + 2, retryAtMs: null });
      state = reduce(state, fail(round + 2, atMs));
      delays.push((state.retryAtMs ?? 0) - atMs);
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
    expect(state.error).toBe("stream");
  });

  it("replaces a first connection that never plays after 6 s", () => {
    expect(reduce(CONNECTING, update(5999, 0))).toBe(CONNECTING);
    expect(reduce(CONNECTING, update(6000, 0))).toMatchObject({ phase: "reconnecting", connection: null });
  });

  it("returns from stalled to playing on progress", () => {
    expect(reduce(STALLED, update(3000, 0.5))).toMatchObject({ phase: "playing", connection: 1 });
  });

  it("stalls only while playing", () => {
    for (const state of [CONNECTING, STALLED, RETRYING, ...INACTIVE]) expect(reduce(state, WAITING)).toBe(state);
  });

  it("spreads the retries of listeners who failed together", () => {
    const retryAt = (random: number) => reduce(PLAYING, end(1, 1000, random)).retryAtMs;
    expect([retryAt(0), retryAt(0.5), retryAt(1)]).toEqual([1250, 1375, 1500]);
  });

  it("resets the delay only after 10 s of playing", () => {
    const again = run(...START_PLAYING, fail(1, 1000), update(1500, 0), update(2000, 0.5));
    expect(again).toMatchObject({ phase: "playing", failures: 1, error: null });
    expect(reduce(again, update(12_000, 10.2)).failures).toBe(0);
  });

  it("reports a stream without an error of its own after the second failure", () => {
    const ended = reduce(PLAYING, end(1, 1000));
    expect(ended).toMatchObject({ phase: "reconnecting", error: null });
    expect([update(1500, 0), end(2, 1600)].reduce(reduce, ended)).toMatchObject({ error: "stream", failures: 2 });
  });

  it("ignores events of earlier connections, and of none", () => {
    const second = run(...START_PLAYING, PAUSE, { type: "play", atMs: 9000 });
    const rejected: PlayerEvent = { type: "playRejected", connection: 1 };
    for (const late of [fail(1, 9001), end(1, 9001), rejected]) expect(reduce(second, late)).toBe(second);
    for (const late of [update(20_000, 0), fail(1, 9001), end(1, 9001), rejected, WAITING])
      expect(reduce(PAUSED, late)).toBe(PAUSED);
  });
});

describe("errors", () => {
  it("reports a refused start, and lets the reader try again", () => {
    const refused = run(PLAY, { type: "playRejected", connection: 1 });
    expect(refused).toMatchObject({ phase: "paused", error: "start", connection: null });
    expect(reduce(refused, PLAY)).toMatchObject({ phase: "connecting", connection: 2 });
  });

  it("keeps an error until playback advances or is paused", () => {
    const unavailable = run(PLAY, fail(1, 100));
    expect(unavailable).toMatchObject({ phase: "reconnecting", error: "stream" });
    expect(reduce(unavailable, PAUSE).error).toBeNull();
    expect(reduce(unavailable, update(600, 0)).error).toBe("stream");
    expect([update(600, 0), update(900, 0.2)].reduce(reduce, unavailable).error).toBeNull();
  });
});

describe("after sleep or a change of network", () => {
  it("replaces a connection that lags, and keeps one that plays", () => {
    expect(reduce(PLAYING, { type: "resume", atMs: 60_000, currentTime: 0.3 })).toMatchObject({ connection: 2 });
    expect(reduce(PLAYING, update(3_600_000, 1.3))).toMatchObject({ phase: "reconnecting", connection: 2 });
    expect(reduce(PLAYING, { type: "resume", atMs: 60_500, currentTime: 60.3 })).toBe(PLAYING);
    expect(reduce(PLAYING, update(60_500, 60.3))).toMatchObject({ phase: "playing", connection: 1 });
  });

  it("keeps a connection that was made less than 2 s ago", () => {
    expect(reduce(CONNECTING, { type: "resume", atMs: 1999, currentTime: 0 })).toBe(CONNECTING);
    expect(reduce(CONNECTING, { type: "resume", atMs: 2000, currentTime: 0 })).toMatchObject({ connection: 2 });
  });

  it("retries at once if a retry is scheduled", () => {
    expect(reduce(RETRYING, { type: "resume", atMs: 1001, currentTime: 0 })).toMatchObject({
      connection: 2,
      retryAtMs: null,
    });
  });

  it("is ignored while the radio is off", () => {
    for (const state of INACTIVE) expect(reduce(state, { type: "resume", atMs: 60_000, currentTime: 0 })).toBe(state);
  });
});

describe("the sleep timer", () => {
  const set = (minutes: number | null): PlayerEvent => ({ type: "setSleepTimer", atMs: 1000, minutes });

  it("pauses at its time, and says so until play", () => {
    const timed = run(...START_PLAYING, set(15));
    expect(reduce(timed, update(900_999, 900))).toMatchObject({ phase: "playing" });
    const asleep = reduce(timed, update(901_000, 900));
    expect(asleep).toMatchObject({
      phase: "paused",
      pausedBy: "sleepTimer",
      connection: null,
      sleepAtMs: null,
      sleepMinutes: null,
    });
    expect(reduce(asleep, { type: "play", atMs: 1e6 }).pausedBy).toBe(null);
  });

  it("also pauses while reconnecting", () => {
    expect([set(15), update(901_000, 0)].reduce(reduce, RETRYING)).toMatchObject({ phase: "paused", retryAtMs: null });
  });

  it("is switched off by choice and by pause", () => {
    const off = { sleepAtMs: null, sleepMinutes: null };
    expect(run(...START_PLAYING, set(15), set(null))).toMatchObject({ phase: "playing", ...off });
    expect(run(...START_PLAYING, set(15), PAUSE)).toMatchObject({ phase: "paused", ...off });
  });
});

describe("the station", () => {
  const other: PlayerEvent = { type: "setStation", port: 8077, atMs: 5000 };

  it("changes at once while the radio is on", () => {
    for (const state of ACTIVE)
      expect(reduce(state, other)).toMatchObject({ port: 8077, connection: 2, phase: "connecting", failures: 0 });
  });

  it("changes without connecting while the radio is off", () => {
    for (const state of INACTIVE)
      expect(reduce(state, other)).toMatchObject({ port: 8077, connection: null, phase: state.phase });
  });

  it("clears an error of the station before", () => {
    expect(run(PLAY, fail(1, 100), other).error).toBeNull();
  });
});

describe("the volume", () => {
  const setVolume = (volume: number): PlayerEvent => ({ type: "setVolume", volume });
  const mute: PlayerEvent = { type: "toggleMute" };
  const read = (state: PlayerState) => [state.volume, state.isMuted, isSilent(state)];

  it("lies between 0 and 1 in steps of 0.01", () => {
    const values = [-1, 0.123, 0.126, 0.29, 7].map((value) => run(setVolume(value)).volume);
    expect(values).toEqual([0, 0.12, 0.13, 0.29, 1]);
  });

  it("unmutes when moved above 0, and appears muted at 0", () => {
    expect(read(run(mute))).toEqual([0.9, true, true]);
    expect(read(run(mute, mute))).toEqual([0.9, false, false]);
    expect(read(run(mute, setVolume(0.01)))).toEqual([0.01, false, false]);
    expect(read(run(mute, setVolume(0)))).toEqual([0, true, true]);
    expect(read(run(setVolume(0.4), setVolume(0)))).toEqual([0, false, true]);
    expect(read(run(setVolume(0.4), setVolume(0), mute))).toEqual([0.4, false, false]);
  });

  it("does not change the phase", () => {
    for (const state of [...ACTIVE, ...INACTIVE])
      for (const event of [setVolume(0.5), mute])
        expect(reduce(state, event)).toMatchObject({ phase: state.phase, connection: state.connection });
  });
});

describe("restored settings", () => {
  it("apply without starting playback, and open the bar if the radio played", () => {
    const settings = { volume: 0.3, isMuted: true, station: 8077, wasPlaying: true };
    expect(run({ type: "restore", settings })).toMatchObject({
      volume: 0.3,
      isMuted: true,
      port: 8077,
      isOpen: true,
      phase: "idle",
      connection: null,
    });
    expect(run({ type: "restore", settings: {} })).toEqual(createPlayer(8076));
  });

  it("are limited like any volume", () => {
    expect(run({ type: "restore", settings: { volume: 7 } }).volume).toBe(1);
  });
});
