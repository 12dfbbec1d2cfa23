/**
 * The page of this site to which a click leads, where the reader wants it here; null for files, other sites and other tabs.
 *
 * @param target that of the links which are followed: none on a page itself, `_top` in a frame of our own
 */
export function pageBehind(event: MouseEvent, target: "" | "_top" = ""): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  // Elements of a frame are none of this window's Element.
  const link = (event.target as Element | null)?.closest?.("a");
  if (!isPlain || event.defaultPrevented || !link?.href || link.target !== target || link.hasAttribute("download"))
    return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  const isFile = pathname.startsWith("/embed/") || pathname.split("/").at(-1)?.includes(".");
  return origin === window.location.origin && !isHere && !isFile ? pathname + search + hash : null;
}
