import type { PageTexts } from "../../core/language/en/pages.ts";
import type { RadioState } from "./radioStore.ts";
import { isLive, isRecorded } from "./statusText.ts";

export function getStatusText(
  { player, now, isOnline }: Pick<RadioState, "player" | "now" | "isOnline">,
  { status }: Pick<PageTexts["radio"], "status">,
): string {
  const { phase, pausedBy, isOpen } = player;
  switch (phase) {
    case "idle":
      return isOpen ? status.canResume : status.ready;
    case "paused":
      return status[pausedBy ?? "paused"];
    case "connecting":
    case "stalled":
      return status[phase];
    case "reconnecting":
      return isOnline ? status.reconnecting : status.offline;
    case "playing":
      if (isRecorded(now)) return status.recorded;
      return isLive(now) ? status.live : status.playing;
  }
}

/** Formats an instant, in ISO 8601 or in ms since 1970, as a time of day in the reader's time zone. */
export function formatTime(time: string | number, language: string): string {
  return new Date(time).toLocaleTimeString(language, { timeStyle: "short" });
}
