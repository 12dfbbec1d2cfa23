import { type RefObject, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { pageBehind } from "./linkedPage.ts";

interface HtmlProps {
  /** Of our own making, or cleaned where it entered (server/feeds/clean/cleanHtml.ts): whatever stands in it gets onto the page. */
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
