import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The id of the page's content, for the skip link and for moving the focus. */
export const CONTENT_ID = "content";

/** Moves the focus to the page's content after each navigation, as a browser does when it loads a page. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // The router restores the scroll position.
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, [pathname]);
}
