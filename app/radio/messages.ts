import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { PlayerState } from "./player.ts";

/** Specification, section 8. */
const ERRORS = {
  start: "Unable to start playback. Please try again.",
  stream: "Stream temporarily unavailable.",
} as const;

export function errorOf({ error }: Pick<PlayerState, "error">): string | null {
  return error && ERRORS[error];
}

const PAUSED = {
  reader: "Paused",
  timer: "Paused by the sleep timer",
  window: "Paused: the radio plays in another window",
} as const;

interface Seen extends Pick<PlayerState, "phase" | "pausedBy" | "isOpen"> {
  isOnline: boolean;
}

/** What the player does, in words. */
export function statusOf({ phase, pausedBy, isOpen, isOnline }: Seen, now: NowPlaying | null): string {
  switch (phase) {
    case "idle":
      return isOpen ? "Press play to go on listening" : "Ready to play";
    case "paused":
      return PAUSED[pausedBy ?? "reader"];
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

/** The track that is heard; null where the station says nothing, or is not heard. */
export function trackOf(now: NowPlaying | null): { title: string; artist: string | null } | null {
  return now?.state === "live" && now.title ? { title: now.title, artist: now.artist } : null;
}
