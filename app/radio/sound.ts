import { isSilent, type PlayerState } from "./player.ts";
import type { Radio } from "./types.ts";

/** The audio element doing what the player's state says, and telling the player what becomes of it. */
export interface Sound {
  follow(before: PlayerState, after: PlayerState): void;
  close(): void;
}

const TICK_MS = 1000;

export function openSound(audio: HTMLAudioElement, radio: Radio): Sound {
  const { signal, abort } = cancelled();
  let loaded: number | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const ticking = setInterval(tick, TICK_MS);

  const on = (target: EventTarget, name: string, listener: () => void) =>
    target.addEventListener(name, listener, { signal });
  on(audio, "timeupdate", tick);
  on(audio, "playing", tick);
  on(audio, "waiting", () => radio.tell({ type: "waiting" }));
  on(audio, "ended", () => loaded !== null && radio.tell({ ...chanced(), type: "ended", connection: loaded }));
  on(audio, "error", () => loaded !== null && radio.tell({ ...chanced(), type: "broken", connection: loaded }));
  // Paused by the device: a call comes in, or headphones are taken off. The end of a stream is told as a pause, too.
  on(
    audio,
    "pause",
    () => loaded !== null && audio.paused && !audio.ended && !audio.error && radio.tell({ type: "pause" }),
  );
  on(window, "online", wake);
  on(window, "pageshow", wake);
  on(document, "visibilitychange", () => document.visibilityState === "visible" && wake());
  const network = (navigator as { connection?: EventTarget }).connection;
  if (network) on(network, "change", wake);
  setVolume(radio.state().player);

  return {
    follow(before, after) {
      setVolume(after);
      if (after.connection !== loaded) {
        loaded = after.connection;
        if (loaded === null) unload();
        else void load(loaded);
      }
      if (after.retryAt !== before.retryAt) {
        clearTimeout(retry);
        if (after.retryAt !== null) retry = setTimeout(tick, after.retryAt - Date.now());
      }
    },
    close() {
      clearInterval(ticking);
      clearTimeout(retry);
      abort();
      loaded = null;
      unload();
    },
  };

  function tick() {
    radio.tell({ ...chanced(), type: "tick", time: loaded === null ? 0 : audio.currentTime });
  }

  /** The time of a connection that a new network has cut stands still from now on: the watchdog sees it. */
  function wake() {
    radio.tell({ type: "woken", at: Date.now(), time: loaded === null ? 0 : audio.currentTime });
  }

  function setVolume(player: PlayerState) {
    audio.volume = player.volume;
    audio.muted = isSilent(player);
  }

  async function load(connection: number) {
    audio.src = radio.station().stream;
    try {
      await audio.play();
    } catch (error) {
      // A loading that was replaced is no failure; a stream that cannot be played tells it by an event of its own.
      const { name } = error as DOMException;
      if (name !== "AbortError" && !audio.error) radio.tell({ type: "refused", connection });
    }
  }

  function unload() {
    if (!audio.hasAttribute("src")) return;
    audio.pause();
    audio.removeAttribute("src");
    // Without this the browser goes on loading what is not heard any more.
    audio.load();
  }
}

function chanced() {
  return { at: Date.now(), chance: Math.random() };
}

function cancelled(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
