import type { RadioState } from "./radioStore.ts";
import { isRecorded } from "./statusText.ts";

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

/** Formats an instant, in ISO 8601 or in ms since 1970, as a time of day in the reader's time zone. */
export function formatTime(time: string | number): string {
  return new Date(time).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
}
