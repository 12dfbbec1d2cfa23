import { useSyncExternalStore } from "react";
import { type Choice, type Chosen, readChoice, subscribe } from "./theme.ts";

/** Returns the reader's choice on this device; null in the server's HTML. */
export function useChoice<Name extends Choice>(name: Name): Chosen<Name> | null {
  return useSyncExternalStore(
    subscribe,
    () => readChoice(name),
    () => null,
  );
}
