import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Takes the focus to the page's content after each navigation, as a browser that loads a page anew does. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Where the page is scrolled to is the router's matter.
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, [pathname]);
}

/** By which the skip link, and what moves the focus, name the page's content. */
export const CONTENT_ID = "content";
