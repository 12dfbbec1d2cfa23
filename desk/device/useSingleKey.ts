import { useEffect, useEffectEvent } from "react";
import { hasSingleKeys } from "./deviceSettings.ts";

const TYPED_INTO = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** Calls `onPress` when `key` is pressed outside of fields and dialogs, if the person allows single-key shortcuts. */
export function useSingleKey(key: string, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    if (event.key !== key || ctrlKey || metaKey || altKey || event.defaultPrevented || !hasSingleKeys()) return;
    if ((target instanceof Element && target.closest(TYPED_INTO)) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
