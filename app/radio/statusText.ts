import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { RadioState } from "./radioStore.ts";

/** Error messages (specification, section 8). */
const ERRORS = {
  start: "Unable to start playback. Please try again.",
  stream: "Stream temporarily unavailable.",
} as const;

export function getErrorText({ player: { error } }: Pick<RadioState, "player">): string | null {
  return error && ERRORS[error];
}

const PAUSED = {
  sleepTimer: "Paused by the sleep timer",
  otherTab: "Paused: the radio plays in another window",
} as const;

export function getStatusText({ player, now, isOnline }: Pick<RadioState, "player" | "now" | "isOnline">): string {
  const { phase, pausedBy, isOpen } = player;
  switch (phase) {
    case "idle":
      return isOpen ? "Press play to go on listening" : "Ready to play";
    case "paused":
      return pausedBy ? PAUSED[pausedBy] : "Paused";
    case "connecting":
      return "Connecting to the station";
    case "stalled":
      return "Stalled: waiting for sound";
    case "reconnecting":
      return isOnline ? "Reconnecting" : "You are offline. The radio resumes when the network is back";
    case "playing":
      return now?.state === "loop" ? "The station is away. Our loop plays until it is back" : "Playing live";
  }
}

/** Formats an instant, in ISO 8601 or in ms since 1970, as a time of day in the reader's time zone. */
export function formatTime(time: string | number): string {
  return new Date(time).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
}

/** Returns the current track; null if the station is not live or does not name the track. */
export function getTrack(now: NowPlaying | null): { title: string; artist: string | null } | null {
  return now?.state === "live" && now.title ? { title: now.title, artist: now.artist } : null;
}
