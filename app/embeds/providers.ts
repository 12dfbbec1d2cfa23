import { useSyncExternalStore } from "react";

/** Providers by host name whose embeds the reader wants to be loaded without being asked, kept on the device. */
const KEY = "providers";

const listeners = new Set<() => void>();

/** What a provider is called where a reader is asked: the host whose page will be loaded. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export function rememberProvider(host: string): void {
  keep([...new Set([...remembered(), host])]);
}

export function forgetProvider(host: string): void {
  keep(remembered().filter((other) => other !== host));
}

/** Whether the reader wants a provider's embeds without being asked; null where no script runs that could know. */
export function useRememberedProvider(host: string): boolean | null {
  return useSyncExternalStore(
    subscribe,
    () => remembered().includes(host),
    () => null,
  );
}

function remembered(): string[] {
  try {
    const hosts: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(hosts) ? hosts.filter((host) => typeof host === "string") : [];
  } catch {
    return [];
  }
}

function keep(hosts: string[]): void {
  try {
    if (hosts.length > 0) localStorage.setItem(KEY, JSON.stringify(hosts));
    else localStorage.removeItem(KEY);
  } catch {
    // Where the device keeps nothing the reader is asked each time.
  }
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
