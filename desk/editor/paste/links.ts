import { forEach, unwrap } from "./dom.ts";

/** Matches the kinds of addresses that a link may have. */
const SAFE = /^(?:https?:\/\/|mailto:|tel:)/i;
/** Redirect services, with the query parameter that contains the real address. */
const REDIRECTS: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/www\.google\.[a-z.]+\/url\?/, "q"],
  [/^https:\/\/[a-z0-9.]+\.safelinks\.protection\.outlook\.com\/\?/, "url"],
  [/^https:\/\/l\.facebook\.com\/l\.php\?/, "u"],
];

/** Keeps links to web, mail and telephone addresses, and resolves redirects. Other links become plain text. */
export function cleanLinks(root: HTMLElement): void {
  forEach(root, "a", (link) => {
    const href = resolveRedirect((link.getAttribute("href") ?? "").trim());
    const isShown = link.textContent?.trim() !== "" || link.querySelector("img");
    if (!SAFE.test(href) || !isShown || !URL.canParse(href)) return unwrap(link);
    link.setAttribute("href", href);
    link.removeAttribute("title");
  });
}

function resolveRedirect(href: string): string {
  const parameter = REDIRECTS.find(([pattern]) => pattern.test(href))?.[1];
  return (parameter && URL.parse(href)?.searchParams.get(parameter)) || href;
}
