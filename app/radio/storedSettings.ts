import { isActive, type PlayerState, type StoredSettings } from "./playerState.ts";
import { type RadioStore, TAB_KEY, wasPlaying } from "./radioStore.ts";

/** Key in localStorage for volume, mute and station. Do not change: readers' devices store it. */
const DEVICE_KEY = "radio";

/** Restores the settings of earlier pages, and stores changes until `signal` aborts. */
export function connectStoredSettings(radio: RadioStore, signal: AbortSignal): void {
  const ports = radio.info.stations.map(({ port }) => port);
  radio.dispatch({ type: "restore", settings: readSettings(ports) });
  const unsubscribe = radio.subscribe(({ player }, { player: previous }) => {
    const isSame =
      player.volume === previous.volume &&
      player.isMuted === previous.isMuted &&
      player.port === previous.port &&
      isActive(player) === isActive(previous);
    if (!isSame) writeSettings(player);
  });
  signal.addEventListener("abort", unsubscribe);
}

/** @param ports the ports of the edition's stations; a stored port that is not among them is ignored */
function readSettings(ports: readonly number[]): StoredSettings {
  try {
    const stored: Record<string, unknown> = JSON.parse(localStorage.getItem(DEVICE_KEY) ?? "{}");
    const { volume, isMuted, station } = stored;
    return {
      ...(typeof volume === "number" && Number.isFinite(volume) ? { volume } : {}),
      ...(typeof isMuted === "boolean" ? { isMuted } : {}),
      ...(typeof station === "number" && ports.includes(station) ? { station } : {}),
      wasPlaying: wasPlaying(),
    };
  } catch {
    return {};
  }
}

function writeSettings(player: PlayerState): void {
  const { volume, isMuted, port: station } = player;
  try {
    localStorage.setItem(DEVICE_KEY, JSON.stringify({ volume, isMuted, station }));
    if (isActive(player)) sessionStorage.setItem(TAB_KEY, "");
    else sessionStorage.removeItem(TAB_KEY);
  } catch {
    // Without storage, the next page starts with the defaults.
  }
}
