import { useSyncExternalStore } from "react";

/** Returns a value that only the browser knows; `serverValue` in the server's HTML and until hydration. */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
  serverValue: Value,
): Value {
  return useSyncExternalStore(subscribe, read, () => serverValue);
}

/** Returns a function that subscribes to events of the window. */
export function subscribeTo(...types: string[]) {
  return (listener: () => void) => {
    const unsubscribe = new AbortController();
    for (const type of types) window.addEventListener(type, listener, { passive: true, signal: unsubscribe.signal });
    return () => unsubscribe.abort();
  };
}

const subscribeToNothing = () => () => {};

/** Returns true after hydration; false before hydration, and therefore always without JavaScript. */
export function useHasScripts(): boolean {
  return useBrowserValue(subscribeToNothing, () => true, false);
}
