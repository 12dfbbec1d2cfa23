import { type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";

/** What the site answers that is no page of its frame. */
const NO_PAGE = /^\/(api|assets|cards|covers|embed|media|pictures|skyline)\/|\.\w+$/;

/**
 * Lets plain links in texts lead to other pages as the router's own links do, without loading all anew, so that the radio
 * plays on.
 */
export function useFollowedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // The router's own links have been answered by then.
    const follow = followBy(navigate, "_self");
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}

/** The same for a frame of our own whose links open in the page around it. */
export function useFollowedFrame(frame: RefObject<HTMLIFrameElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = followBy(navigate, "_top");
    const listen = () => element.contentDocument?.addEventListener("click", follow);
    listen();
    element.addEventListener("load", listen);
    return () => {
      element.removeEventListener("load", listen);
      element.contentDocument?.removeEventListener("click", follow);
    };
  }, [frame, navigate]);
}

function followBy(navigate: ReturnType<typeof useNavigate>, target: "_self" | "_top") {
  return (event: MouseEvent) => {
    const path = pathOf(event, target);
    if (path === null) return;
    event.preventDefault();
    void navigate(path, { viewTransition: true });
  };
}

/** Where a click leads within the site's pages; null where the browser is to follow it itself. */
function pathOf(event: MouseEvent, target: string): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement>("a[href]");
  if (!link || (link.target || "_self") !== target || link.hasAttribute("download") || "anew" in link.dataset)
    return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin || NO_PAGE.test(pathname)) return null;
  // A place on the same page.
  if (hash && pathname === location.pathname && search === location.search) return null;
  return pathname + search + hash;
}
