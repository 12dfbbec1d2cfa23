import { useSyncExternalStore } from "react";
import { readStoredList, writeStoredList } from "../device/storedList.ts";

/** The key in localStorage for the hosts of providers whose embeds load without a click; devices have it. */
const KEY = "providers";

/** Sets whether a provider's embeds load without a click on this device. */
export function rememberProvider(host: string, isRemembered: boolean): void {
  const others = readStoredList(KEY).filter((other) => other !== host);
  writeStoredList(KEY, isRemembered ? [...others, host] : others);
  // Browsers send this event to other windows only.
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
}

/** Returns true if the provider's embeds load without a click; null where no script runs. */
export function useRememberedProvider(host: string): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => readStoredList(KEY).includes(host),
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
