import type { StationView } from "../../server/radio/view.ts";
import { isActive } from "./playerState.ts";
import type { RadioState, RadioStore } from "./radioStore.ts";

/** Delay, in ms, before reconnecting to a server that rejected a connection, for example at its listener limit. */
const REFUSED_RETRY_MS = 30_000;

/** Follows the station's current track while the radio is on or a page shows the track, until `signal` aborts. */
export function connectNowPlaying(radio: RadioStore, signal: AbortSignal): void {
  let followedUrl: string | null = null;
  let source: EventSource | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = radio.subscribe(update);
  update(radio.getState());
  signal.addEventListener("abort", () => {
    unsubscribe();
    close();
  });

  function update({ player, isPageWatching }: RadioState) {
    const url = isPageWatching || isActive(player) ? radio.getStation().nowUrl : null;
    if (url === followedUrl) return;
    const previousUrl = followedUrl;
    followedUrl = url;
    close();
    if (url !== null) open(url);
    if (previousUrl !== null) radio.update({ now: null });
  }

  function open(url: string) {
    source = new EventSource(url);
    source.onmessage = ({ data }) => radio.update({ now: (JSON.parse(data) as StationView).now });
    source.onerror = () => {
      // The browser reconnects by itself unless the server rejects the connection.
      if (source?.readyState === EventSource.CLOSED) retryTimer = setTimeout(open, REFUSED_RETRY_MS, url);
    };
  }

  function close() {
    clearTimeout(retryTimer);
    source?.close();
  }
}
