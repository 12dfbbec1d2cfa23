import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Id of the page's content, for the skip link and for moving the focus. */
export const CONTENT_ID = "content";

/** Moves the focus to the page's content after each navigation by the router to another path. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // The router sets the scroll position.
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, [pathname]);
}
