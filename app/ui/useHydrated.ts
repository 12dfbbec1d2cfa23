import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** Returns false in the server's HTML and for readers without JavaScript, true once the page is hydrated. */
export function useHasScripts(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
