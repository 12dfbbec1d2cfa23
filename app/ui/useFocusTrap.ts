import { type RefObject, useEffect } from "react";

/**
 * Keeps the focus in an open popover and on the button that opens and closes it, by making everything else inert. If
 * nothing has the focus after the popover closes, focuses the button.
 */
export function useFocusTrap(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const popover = ref.current;
    const parent = popover?.parentElement;
    if (!popover || !parent) return;
    let opener: Element | null = null;
    const inert: HTMLElement[] = [];

    const setInert = (isOpen: boolean) => {
      for (const element of inert.splice(0)) element.inert = false;
      if (!isOpen) return;
      let kept = opener && opener !== parent && parent.contains(opener) ? opener : popover;
      for (; kept !== parent; kept = kept.parentElement ?? parent)
        for (const element of (kept.parentElement?.children ?? []) as Iterable<HTMLElement>)
          if (element !== kept && element !== popover && !element.inert) {
            element.inert = true;
            inert.push(element);
          }
    };
    const onBeforeToggle = (event: ToggleEvent) => {
      const isOpening = event.newState === "open";
      if (isOpening) opener = event.source ?? document.activeElement;
      setInert(isOpening);
    };
    const onToggle = (event: ToggleEvent) => {
      const focused = document.activeElement;
      if (event.newState === "open") {
        // The event fires late: the reader may already have moved the focus into the popover.
        if (!popover.contains(focused)) popover.querySelector<HTMLElement>("button, a")?.focus({ preventScroll: true });
      } else if (focused === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };

    // The popover may have been opened before hydration.
    setInert(popover.matches(":popover-open"));
    popover.addEventListener("beforetoggle", onBeforeToggle);
    popover.addEventListener("toggle", onToggle);
    return () => {
      popover.removeEventListener("beforetoggle", onBeforeToggle);
      popover.removeEventListener("toggle", onToggle);
      setInert(false);
    };
  }, [ref]);
}
