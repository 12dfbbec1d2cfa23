import type { NowPlayingTracker } from "./metadata/nowPlaying.ts";

/** Time after the end of the loop at which an outage ends, in ms: a flapping station changes pages at most twice in it. */
const CALM_MS = 30_000;

/** Returns a function that returns true from the start of a station's loop until `CALM_MS` after its end. */
export function createOutage(nowPlaying: NowPlayingTracker, onChange: () => void): () => boolean {
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
