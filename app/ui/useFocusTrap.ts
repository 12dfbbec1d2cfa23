import { type RefObject, useEffect } from "react";

/** Keeps the focus in an open popover by making siblings inert. On close, returns a lost focus to the opener. */
export function useFocusTrap(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const popover = ref.current;
    if (!popover) return;
    let opener: Element | null = null;

    const setSiblingsInert = (isInert: boolean) => {
      for (const element of popover.parentElement?.children ?? [])
        if (element !== popover && element instanceof HTMLElement) element.inert = isInert;
    };
    const onBeforeToggle = (event: ToggleEvent) => {
      const isOpening = event.newState === "open";
      if (isOpening) opener = event.source ?? document.activeElement;
      setSiblingsInert(isOpening);
    };
    const onToggle = (event: ToggleEvent) => {
      const focused = document.activeElement;
      if (event.newState === "open") {
        // The event fires late: the reader may already have moved the focus inside.
        if (!popover.contains(focused)) popover.querySelector<HTMLElement>("button, a")?.focus({ preventScroll: true });
      } else if (focused === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };

    // The popover may have been opened before hydration.
    setSiblingsInert(popover.matches(":popover-open"));
    popover.addEventListener("beforetoggle", onBeforeToggle);
    popover.addEventListener("toggle", onToggle);
    return () => {
      popover.removeEventListener("beforetoggle", onBeforeToggle);
      popover.removeEventListener("toggle", onToggle);
      setSiblingsInert(false);
    };
  }, [ref]);
}
