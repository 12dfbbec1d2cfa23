export interface CachedPage {
  path: string;
  /** Without the edition's name. */
  title: string;
  /** When it was cached, in milliseconds since 1970. */
  at: number;
}

/**
 * Returns the pages that the service worker cached, newest first, by its index (app/worker/cacheIndex.ts); none where
 * there is no worker. The names are repeated here since the worker's script can share no module with a page.
 */
export async function readCachedPages(): Promise<CachedPage[]> {
  try {
    const stored = await (await caches.open("kept")).match("/.kept");
    const index = ((await stored?.json()) ?? {}) as Record<string, { title?: string; at: number }>;
    return Object.entries(index)
      .flatMap(([path, { title, at }]) =>
        title === undefined || isUnlisted(path) ? [] : [{ path, title: toPlainTitle(title), at }],
      )
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** Returns true for pages that are always cached, and for those that stand in frames. */
function isUnlisted(path: string): boolean {
  return ["/offline", "/saved"].includes(path) || path.startsWith("/embed/");
}

function toPlainTitle(html: string): string {
  const text = new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
  return text.split(" | ").slice(0, -1).join(" | ") || text;
}
