import { type RefObject, useEffect } from "react";

/**
 * Holds the focus in a popover while it is open: what stands beside it on the page can be neither reached nor read. When it
 * closes, the focus goes back to the button that opened it, unless it is somewhere else by then, as after a navigation.
 */
export function useHeldFocus(popover: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const held = popover.current;
    if (!held) return;
    let opener: Element | null = null;

    const leaveOut = (isOpen: boolean) => {
      for (const element of held.parentElement?.children ?? [])
        if (element !== held && element instanceof HTMLElement) element.inert = isOpen;
    };
    const beforeToggle = (event: ToggleEvent) => {
      const isOpening = event.newState === "open";
      if (isOpening) opener = event.source ?? document.activeElement;
      leaveOut(isOpening);
    };
    const afterToggle = (event: ToggleEvent) => {
      const focused = document.activeElement;
      if (event.newState === "open") {
        // This comes late: whoever is quick has gone on inside by then.
        if (!held.contains(focused)) held.querySelector<HTMLElement>("button, a")?.focus({ preventScroll: true });
      } else if (focused === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };

    // It may have been opened before there was a script.
    leaveOut(held.matches(":popover-open"));
    held.addEventListener("beforetoggle", beforeToggle);
    held.addEventListener("toggle", afterToggle);
    return () => {
      held.removeEventListener("beforetoggle", beforeToggle);
      held.removeEventListener("toggle", afterToggle);
      leaveOut(false);
    };
  }, [popover]);
}
