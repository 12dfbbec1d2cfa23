import type { Ref } from "react";
import { useLinkNavigation } from "./useLinkNavigation.ts";

interface HtmlProps {
  /** Inserted unescaped: our own markup, or cleaned on arrival (server/feeds/clean/cleanHtml.ts). */
  html: string;
  as?: "div" | "p";
  className?: string | undefined;
  ref?: Ref<HTMLDivElement & HTMLParagraphElement>;
}

/** Renders HTML. Its links to other pages of the site go through the router. */
export function Html({ html, as: Element = "div", className, ref }: HtmlProps) {
  const follow = useLinkNavigation();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place for HTML that our server wrote or cleaned
  return <Element ref={ref} className={className} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
}
