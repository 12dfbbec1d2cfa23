import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Id of the screen's content, for the skip link and for moving the focus. */
export const CONTENT_ID = "content";

/** Moves the focus to the screen's heading after navigation to another path, unless the screen has moved the focus. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const content = document.getElementById(CONTENT_ID);
    const { activeElement } = document;
    const isTaken = activeElement !== content && content?.contains(activeElement);
    // If an element of the content has the focus, such as a link that filters a list, the element keeps the focus.
    if (isTaken) return;
    const heading = content?.querySelector<HTMLElement>("h1");
    heading?.setAttribute("tabindex", "-1");
    (heading ?? content)?.focus({ preventScroll: true });
  }, [pathname]);
}
