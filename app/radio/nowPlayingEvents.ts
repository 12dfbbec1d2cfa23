import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";
import { isActive } from "./player.ts";
import type { RadioState, RadioStore } from "./radioStore.ts";

/** Delay before reconnecting to a server that refused, such as at its listener limit. */
const REFUSED_RETRY_MS = 30_000;

/** Follows what the station plays while the radio is on or a page shows it, until `signal` aborts. */
export function connectNowPlaying(radio: RadioStore, signal: AbortSignal): void {
  let followedUrl: string | null = null;
  let stopFollowing = () => {};
  const unsubscribe = radio.subscribe(update);
  update(radio.getState());
  signal.addEventListener("abort", () => {
    unsubscribe();
    stopFollowing();
  });

  function update({ player, isPageWatching }: RadioState) {
    const url = isPageWatching || isActive(player) ? radio.getStation().nowUrl : null;
    if (url === followedUrl) return;
    followedUrl = url;
    stopFollowing();
    stopFollowing = url === null ? () => {} : followEvents(url, (now) => radio.update({ now }));
    radio.update({ now: null });
  }
}

function followEvents(url: string, onNow: (now: NowPlaying) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };

  function open() {
    source = new EventSource(url);
    source.onmessage = ({ data }) => onNow((JSON.parse(data) as StationView).now);
    source.onerror = () => {
      // The browser reconnects by itself unless the server refused.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REFUSED_RETRY_MS);
    };
  }
}

/** Fetches what a station plays at this moment; null on failure. */
export async function fetchNowPlaying(nowUrl: string, signal: AbortSignal): Promise<NowPlaying | null> {
  try {
    const response = await fetch(nowUrl, { headers: { accept: "application/json" }, signal });
    return response.ok ? ((await response.json()) as StationView).now : null;
  } catch {
    return null;
  }
}
