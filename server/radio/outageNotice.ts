import type { NowPlayingTracker } from "./metadata/nowPlaying.ts";

/** Time, in ms, for which pages still show an ended outage, so that a flapping station rarely changes them. */
const CALM_MS = 30_000;

/**
 * Decides whether pages say that a station's fallback loop plays: from the loop's start until `CALM_MS` after its end.
 * relay.ts decides when the loop plays.
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
