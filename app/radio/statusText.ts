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
  otherTab: "Paused: the radio is playing in another window",
} as const;

export function getStatusText({ player, now, isOnline }: Pick<RadioState, "player" | "now" | "isOnline">): string {
  const { phase, pausedBy, isOpen } = player;
  switch (phase) {
    case "idle":
      return isOpen ? "Press play to keep listening" : "Ready to play";
    case "paused":
      return pausedBy ? PAUSED[pausedBy] : "Paused";
    case "connecting":
      return "Connecting to the station";
    case "stalled":
      return "Buffering";
    case "reconnecting":
      return isOnline ? "Reconnecting" : "You’re offline. The radio will resume when you’re back online";
    case "playing":
      if (!now) return "Playing";
      return isRecorded(now) ? "Playing until the stream returns" : "Playing live";
  }
}

/** Returns true while the recorded loop plays in place of the station's stream. */
export function isRecorded(now: NowPlaying | null): boolean {
  return now?.state === "loop";
}

/** Returns the radio's title, which does not say "live" while the recorded loop plays. */
export function getTitle(title: string, now: NowPlaying | null): string {
  return isRecorded(now) ? "Recorded program" : title;
}

/** Formats an instant, in ISO 8601 or in ms since 1970, as a time of day in the reader's time zone. */
export function formatTime(time: string | number): string {
  return new Date(time).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
}

/** Returns the current track; null if the station is not live or does not name the track. */
export function getTrack(now: NowPlaying | null): { title: string; artist: string | null } | null {
  return now?.state === "live" && now.title ? { title: now.title, artist: now.artist } : null;
}
