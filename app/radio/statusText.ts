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

/** Returns true while the recorded loop plays in place of the station's stream. */
export function isRecorded(now: NowPlaying | null): boolean {
  return now?.state === "loop";
}

/** Returns the radio's title, which does not say "live" while the recorded loop plays. */
export function getTitle(title: string, now: NowPlaying | null): string {
  return isRecorded(now) ? "Recorded program" : title;
}

/** Returns the current track; null if the station is not live or does not name the track. */
export function getTrack(now: NowPlaying | null): { title: string; artist: string | null } | null {
  return now?.state === "live" && now.title ? { title: now.title, artist: now.artist } : null;
}
