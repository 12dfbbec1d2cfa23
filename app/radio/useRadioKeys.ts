import { useEffect } from "react";
import { readChoice } from "../ui/theme.ts";
import type { Radio } from "./types.ts";

/** What takes keys itself. */
const TAKES_KEYS = "a, button, input, select, textarea, summary, audio, video, iframe, [contenteditable], [popover]";

/** On the player's page, the space bar plays and pauses, and M mutes, wherever no field or button has the focus. */
export function useRadioKeys(radio: Radio): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (readChoice("keys") === "off") return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
      if (event.key === " ") {
        // The page is not scrolled by it here.
        event.preventDefault();
        radio.toggle();
      } else if (event.key.toLowerCase() === "m") radio.tell({ type: "mute" });
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [radio]);
}
