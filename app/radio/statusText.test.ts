import { expect, it } from "vitest";
import { getPageTexts, getSiteTexts } from "../../core/language/catalogs.ts";
import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import { createPlayer, type PlayerState } from "./playerState.ts";
import { getStatusText } from "./playerStatus.ts";
import { getErrorText, getTitle, getTrack } from "./statusText.ts";

const TEXTS = getSiteTexts("en").radio;
const { radio } = getPageTexts("en");
const NOW: NowPlaying = { state: "live", title: null, artist: null, since: null, history: [] };
const getStatus = (player: Partial<PlayerState>, state: NowPlaying["state"] = "live", isOnline = true) =>
  getStatusText({ player: { ...createPlayer(8076), ...player }, now: { ...NOW, state }, isOnline }, radio);

it("returns the error texts of the specification", () => {
  const getError = (error: PlayerState["error"]) => getErrorText({ player: { ...createPlayer(8076), error } }, TEXTS);
  expect(getError("start")).toBe("Unable to start playback. Please try again.");
  expect(getError("stream")).toBe("Stream temporarily unavailable.");
  expect(getError(null)).toBeNull();
});

it("distinguishes a radio that was never started from one to resume", () => {
  expect(getStatus({ phase: "idle" })).toBe("Ready to play");
  expect(getStatus({ phase: "idle", isOpen: true })).toBe("Press play to keep listening");
});

it("says what paused the radio", () => {
  expect(getStatus({ phase: "paused" })).toBe("Paused");
  expect(getStatus({ phase: "paused", pausedBy: "sleepTimer" })).toBe("Paused by the sleep timer");
  expect(getStatus({ phase: "paused", pausedBy: "otherTab" })).toBe("Paused: the radio is playing in another window");
});

it("says whether the station or its loop plays", () => {
  expect(getStatus({ phase: "playing" })).toBe("Playing live");
  expect(getStatus({ phase: "playing" }, "loop")).toBe("Playing until the stream returns");
});

it("calls neither the radio nor its status live while the loop plays, or before the station's state is known", () => {
  expect(getTitle("Live Radio", { ...NOW, state: "loop" }, TEXTS)).toBe("Recorded program");
  expect(getTitle("Live Radio", NOW, TEXTS)).toBe("Live Radio");
  expect(getStatus({ phase: "playing" }, "connecting")).toBe("Playing");
  expect(getStatusText({ player: { ...createPlayer(8076), phase: "playing" }, now: null, isOnline: true }, radio)).toBe(
    "Playing",
  );
});

it("says why there is no sound yet", () => {
  expect(getStatus({ phase: "connecting" })).toBe("Connecting to the station");
  expect(getStatus({ phase: "stalled" })).toBe("Buffering");
  expect(getStatus({ phase: "reconnecting" })).toBe("Reconnecting");
  expect(getStatus({ phase: "reconnecting" }, "live", false)).toMatch(/^You’re offline/);
});

it("names a track only while the station is live", () => {
  const track = { title: "Harbor Lights", artist: null };
  expect(getTrack({ ...NOW, ...track })).toEqual(track);
  expect(getTrack({ ...NOW, ...track, state: "loop" })).toBeNull();
  expect(getTrack(NOW)).toBeNull();
  expect(getTrack(null)).toBeNull();
});
