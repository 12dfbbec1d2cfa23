import type { NowPlayingTracker } from "./metadata/nowPlaying.ts";

/** Delay, in ms, from an outage's end until pages hide the outage, so that an unstable station rarely changes pages. */
const CALM_MS = 30_000;

/**
 * Returns a function that returns true while pages should show a station's outage: from the start of its fallback loop
 * until `CALM_MS` after the loop's end. relay.ts decides when the loop plays.
 *
 * @param onChange called when the returned function's result changes
 */
export function createOutageNotice(nowPlaying: NowPlayingTracker, onChange: () => void): () => boolean {
  let isOutage = false;
  let endTimer: NodeJS.Timeout | undefined;
  nowPlaying.subscribe(update, cancelEnd);
  return () => isOutage;

  function update() {
    if (nowPlaying.get().state === "loop") {
      cancelEnd();
      set(true);
    } else if (isOutage) endTimer ??= setTimeout(set, CALM_MS, false).unref();
  }

  function set(next: boolean) {
    endTimer = undefined;
    if (next === isOutage) return;
    isOutage = next;
    onChange();
  }

  function cancelEnd() {
    clearTimeout(endTimer);
    endTimer = undefined;
  }
}
