import { isSilent, type PlayerState } from "./playerState.ts";
import type { RadioStore } from "./radioStore.ts";

const TICK_MS = 1000;

/** Applies the player's state to the audio element and dispatches the element's events until `signal` aborts. */
export function connectAudioElement(radio: RadioStore, audio: HTMLAudioElement, signal: AbortSignal): void {
  const { connection: network } = navigator as { connection?: EventTarget };
  let loaded: number | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const getTime = () => (loaded === null ? 0 : audio.currentTime);
  const sample = () => ({ atMs: Date.now(), currentTime: getTime(), random: Math.random() });
  const tick = () => radio.dispatch({ ...sample(), type: "timeupdate" });
  // Resumes after a network change: if the change cut the connection, `currentTime` stops, and the player reconnects.
  const resume = () => radio.dispatch({ ...sample(), type: "resume" });
  const ticker = setInterval(tick, TICK_MS);

  const on = (target: EventTarget | undefined, name: string, listener: () => void) =>
    target?.addEventListener(name, listener, { signal });
  on(audio, "timeupdate", tick);
  on(audio, "playing", tick);
  on(audio, "waiting", () => radio.dispatch({ type: "waiting" }));
  for (const type of ["ended", "error"] as const)
    on(audio, type, () => loaded !== null && radio.dispatch({ ...sample(), type, connection: loaded }));
  on(audio, "pause", () => {
    // The device paused the audio, for example because of a call or unplugged headphones. Ended and failed streams are
    // handled above.
    if (loaded !== null && audio.paused && !audio.ended && !audio.error) radio.dispatch({ type: "pause" });
  });
  on(window, "online", resume);
  on(window, "pageshow", resume);
  on(document, "visibilitychange", () => document.visibilityState === "visible" && resume());
  on(network, "change", resume);
  setVolume(radio.getState().player);
  const unsubscribe = radio.subscribe(({ player }, { player: previous }) => {
    if (player === previous) return;
    setVolume(player);
    if (player.connection !== loaded) {
      loaded = player.connection;
      if (loaded === null) unload();
      else void load(loaded);
    }
    if (player.retryAtMs === previous.retryAtMs) return;
    clearTimeout(retryTimer);
    if (player.retryAtMs !== null) retryTimer = setTimeout(tick, player.retryAtMs - Date.now());
  });

  signal.addEventListener("abort", () => {
    unsubscribe();
    clearInterval(ticker);
    clearTimeout(retryTimer);
    loaded = null;
    unload();
  });

  function setVolume(player: PlayerState) {
    audio.volume = player.volume;
    audio.muted = isSilent(player);
  }

  async function load(connection: number) {
    audio.src = radio.getStation().stream;
    try {
      await audio.play();
    } catch (error) {
      // Ignores AbortError: another load has replaced this one. An unplayable stream fires its own error event.
      if ((error as DOMException).name !== "AbortError" && !audio.error)
        radio.dispatch({ type: "playRejected", connection });
    }
  }

  function unload() {
    if (!audio.hasAttribute("src")) return;
    audio.pause();
    audio.removeAttribute("src");
    // Makes the browser close the connection.
    audio.load();
  }
}
