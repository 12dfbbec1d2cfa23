import { useSyncExternalStore } from "react";
import { type Choice, type Chosen, onChoice, readChoice } from "./theme.ts";

/** What the reader chose for this device; null in the page as the server sends it. */
export function useChoice<Name extends Choice>(name: Name): Chosen<Name> | null {
  return useSyncExternalStore(
    onChoice,
    () => readChoice(name),
    () => null,
  );
}
