import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page's scripts run: false in the page as the server sends it, and for readers without JavaScript. */
export function useHasScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
