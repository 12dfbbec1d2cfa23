/** A page of this site that is on the device. */
export interface KeptPage {
  path: string;
  /** Its own title, without the edition's name. */
  title: string;
  at: number;
}

/** The pages that the service worker kept, the newest first; none where there is no worker. See app/worker/ledger.ts. */
export async function readKeptPages(): Promise<KeptPage[]> {
  try {
    const book = await (await caches.open("kept")).match("/.kept");
    const entries = Object.entries(((await book?.json()) ?? {}) as Record<string, { title?: string; at: number }>);
    return entries
      .flatMap(([path, { title, at }]) =>
        title === undefined || isOwn(path) ? [] : [{ path, title: plain(title), at }],
      )
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** Pages that are on the device in any case, or stand in others. */
function isOwn(path: string): boolean {
  return ["/offline", "/saved"].includes(path) || path.startsWith("/embed/");
}

/** A title as it stands in a page's source, as text. */
function plain(title: string): string {
  const text = new DOMParser().parseFromString(title, "text/html").body.textContent ?? "";
  return text.split(" | ").slice(0, -1).join(" | ") || text;
}
