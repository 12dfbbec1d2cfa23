import { type RefObject, useCallback, useEffect } from "react";
import { useNavigate } from "react-router";

type Button = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;
type Click = Button & Pick<MouseEvent, "target" | "defaultPrevented" | "preventDefault">;
type Page = Pick<Location, "origin" | "pathname" | "search">;
/** `target` attribute of the links to follow: "" for links without a target, `_top` for links in our frames. */
type Target = "" | "_top";

/** Returns true for a click with the main button and no modifier key. On other clicks, browsers may open a new tab. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Button): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

/** Returns a click listener that follows links to this site through the router, for links that React did not render. */
export function useLinkNavigation(target: Target = "") {
  const navigate = useNavigate();
  return useCallback(
    (click: Click) => {
      const path = getLinkedPath(click, target, window.location);
      if (path === null) return;
      click.preventDefault();
      void navigate(path, { viewTransition: true });
    },
    [navigate, target],
  );
}

/** Returns the path of another page of this site that a click opens in this window; null for other clicks. */
export function getLinkedPath(click: Click, target: Target, page: Page): string | null {
  // `instanceof` would fail for an element in a frame, since each window has its own classes.
  const link = (click.target as Element | null)?.closest?.("a");
  if (!isPlainClick(click) || click.defaultPrevented) return null;
  if (!link?.href || link.target !== target || link.hasAttribute("download")) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isSamePage = pathname === page.pathname && search === page.search;
  const isFile = pathname.startsWith("/embed/") || pathname.split("/").at(-1)?.includes(".");
  return origin === page.origin && !isSamePage && !isFile ? pathname + search + hash : null;
}

/** Follows links in one of our frames through the outer page's router, so that the outer page's radio keeps playing. */
export function useFrameNavigation(frame: RefObject<HTMLIFrameElement | null>): void {
  const follow = useLinkNavigation("_top");
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const listen = () => element.contentDocument?.addEventListener("click", follow);
    // Reads `contentDocument` only when the frame is visible: the first read creates the document, which takes a while.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      listen();
    });
    observer.observe(element);
    element.addEventListener("load", listen);
    return () => {
      observer.disconnect();
      element.removeEventListener("load", listen);
      element.contentDocument?.removeEventListener("click", follow);
    };
  }, [frame, follow]);
}
