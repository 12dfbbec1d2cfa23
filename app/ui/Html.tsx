import type { Ref } from "react";
import { useLinkNavigation } from "./useLinkNavigation.ts";

interface HtmlProps {
  /** Inserted unescaped. Must be our own markup or cleaned HTML (server/feeds/clean/cleanHtml.ts). */
  html: string;
  as?: "div" | "p";
  className?: string | undefined;
  /** Language tag of the HTML; undefined for the page's language. */
  lang?: string | undefined;
  ref?: Ref<HTMLDivElement & HTMLParagraphElement>;
}

/** An element with the given HTML, in which links to other pages of this site go through the router. */
export function Html({ html, as: Element = "div", className, lang, ref }: HtmlProps) {
  const follow = useLinkNavigation();
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place for HTML that our server wrote or cleaned
    <Element ref={ref} className={className} lang={lang} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
