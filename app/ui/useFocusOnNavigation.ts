import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Id of the page's content, for the skip link and for moving the focus. */
export const CONTENT_ID = "content";

/**
 * After each navigation by the router, moves the focus to the field that the URL's fragment names, as browsers do. If
 * there is no such field and the path has changed, moves the focus to the page's content.
 */
export function useFocusOnNavigation(): void {
  const location = useLocation();
  const last = useRef(location);
  useEffect(() => {
    const { pathname, hash } = location;
    if (last.current === location) return;
    const isOtherPath = last.current.pathname !== pathname;
    last.current = location;
    const target = hash && document.getElementById(hash.slice(1));
    if (target instanceof HTMLInputElement) target.focus();
    // Does not scroll, since the router sets the scroll position.
    else if (isOtherPath) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, [location]);
}
