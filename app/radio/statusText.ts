import type { SiteTexts } from "../../core/language/en/site.ts";
import type { KnownState, RadioState } from "./radioStore.ts";

type Texts = SiteTexts["radio"];

/** Returns the message to the reader about an error; null if there is no error. */
export function getErrorText({ player: { error } }: Pick<RadioState, "player">, texts: Texts): string | null {
  return error && { start: texts.startError, stream: texts.streamError }[error];
}

/** Returns true while the recorded loop plays in place of the station's stream. */
export function isRecorded(now: KnownState | null): boolean {
  return now?.state === "loop";
}

/** Returns true while the station's stream plays; false also if it is unknown what plays. */
export function isLive(now: KnownState | null): boolean {
  return now?.state === "live";
}

/** Returns the radio's title, which does not say "live" while the recorded loop plays. */
export function getTitle(title: string, now: KnownState | null, texts: Texts): string {
  return isRecorded(now) ? texts.recordedTitle : title;
}

/** Returns the current track; null if the station is not live or does not name the track. */
export function getTrack(now: KnownState | null): { title: string; artist?: string | null } | null {
  return now?.title && isLive(now) ? { title: now.title, artist: now.artist } : null;
}
