import type { Kept, PlayerState } from "./player.ts";
import { isOn } from "./player.ts";

/** Volume, mute and station hold on the device; whether the radio plays, in this window. */
const DEVICE_KEY = "radio";
const WINDOW_KEY = "radio-on";

/** @param ports those of the edition's stations: one that is remembered may be gone */
export function readKept(ports: readonly number[]): Kept {
  try {
    const { volume, isMuted, station } = JSON.parse(localStorage.getItem(DEVICE_KEY) ?? "{}") as Record<
      string,
      unknown
    >;
    return {
      ...(typeof volume === "number" && Number.isFinite(volume) ? { volume } : {}),
      ...(typeof isMuted === "boolean" ? { isMuted } : {}),
      ...(typeof station === "number" && ports.includes(station) ? { station } : {}),
      wasOn: sessionStorage.getItem(WINDOW_KEY) !== null,
    };
  } catch {
    return {};
  }
}

export function keep(state: PlayerState): void {
  const { volume, isMuted, station } = state;
  try {
    localStorage.setItem(DEVICE_KEY, JSON.stringify({ volume, isMuted, station }));
    if (isOn(state)) sessionStorage.setItem(WINDOW_KEY, "");
    else sessionStorage.removeItem(WINDOW_KEY);
  } catch {
    // Where the device keeps nothing, the next page begins with the usual volume.
  }
}
