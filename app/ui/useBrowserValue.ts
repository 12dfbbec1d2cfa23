import { useSyncExternalStore } from "react";

/** Returns a value that only the browser knows, and `serverValue` in the server's HTML. */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
  serverValue: Value,
): Value {
  return useSyncExternalStore(subscribe, read, () => serverValue);
}

/** Returns a subscribe function for events of the window. */
export function subscribeTo(...types: string[]) {
  return (listener: () => void) => {
    const unsubscribe = new AbortController();
    for (const type of types) window.addEventListener(type, listener, { passive: true, signal: unsubscribe.signal });
    return () => unsubscribe.abort();
  };
}

const subscribeToNothing = () => () => {};

/** Returns false in the server's HTML and for readers without JavaScript, true once the page is hydrated. */
export function useHasScripts(): boolean {
  return useBrowserValue(subscribeToNothing, () => true, false);
}
