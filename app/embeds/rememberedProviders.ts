import { useSyncExternalStore } from "react";
import { readStoredList, writeStoredList } from "../device/storedList.ts";

/** The key in localStorage for the hosts of providers whose embeds load without a click; devices have it. */
const KEY = "providers";

const listeners = new Set<() => void>();

export function rememberProvider(host: string): void {
  store([...new Set([...readStoredList(KEY), host])]);
}

export function forgetProvider(host: string): void {
  store(readStoredList(KEY).filter((other) => other !== host));
}

/** Returns true if the provider's embeds load without a click; null where no script runs. */
export function useRememberedProvider(host: string): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => readStoredList(KEY).includes(host),
    () => null,
  );
}

function store(hosts: string[]): void {
  writeStoredList(KEY, hosts);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
