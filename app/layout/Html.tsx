import { type RefObject, useEffect, useRef } from "react";
import { useNavigate } from "react-router";

interface HtmlProps {
  /** Of our own making, or cleaned where it entered (server/feeds/clean.ts): whatever stands in it gets onto the page. */
  html: string;
  as?: "div" | "p";
  className?: string | undefined;
  /** The element, for who looks into it. */
  place?: RefObject<(HTMLDivElement & HTMLParagraphElement) | null>;
}

/** A text that comes as HTML. Its links to other pages of the site lead there without loading them anew. */
export function Html({ html, as: Element = "div", className, place }: HtmlProps) {
  const own = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const ref = place ?? own;
  const navigate = useNavigate();
  useEffect(() => {
    const element = ref.current;
    const follow = (event: MouseEvent) => {
      const path = pageBehind(event);
      if (path === null) return;
      event.preventDefault();
      void navigate(path, { viewTransition: true });
    };
    element?.addEventListener("click", follow);
    return () => element?.removeEventListener("click", follow);
  }, [navigate, ref]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML that our server made or cleaned
  return <Element ref={ref} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The page of this site to which a click leads, where the reader wants it here; null for files, other sites and other tabs. */
function pageBehind(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!isPlain || event.defaultPrevented || !link?.href || link.target || link.hasAttribute("download")) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  const isFile = pathname.split("/").at(-1)?.includes(".");
  return origin === window.location.origin && !isHere && !isFile ? pathname + search + hash : null;
}
