/** An entry in the cache index. The fields must not change: devices have indexes of this shape. */
export interface CacheEntry {
  bytes: number;
  /** Time at which the response was fetched, in ms since 1970. */
  at: number;
  /** The title of a page; undefined for an image. */
  title?: string;
  /** Id of the build whose scripts and styles a page references; undefined for an image. */
  build?: string;
  /** ISO 8601 instant after which the page must not be shown; undefined for no limit. */
  until?: string;
  /** Path of the saved story that needs the entry; undefined if none does. */
  savedBy?: string;
}

/** Entries by path and query. */
export type CacheIndex = Record<string, CacheEntry>;

export function sumBytes(index: CacheIndex): number {
  return Object.values(index).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns true if an entry must no longer be shown. @param now milliseconds since 1970 */
export function isExpired({ until }: CacheEntry, now: number): boolean {
  return until !== undefined && Date.parse(until) <= now;
}

/** Returns the paths of expired pages and of everything cached for them. @param now milliseconds since 1970 */
export function selectExpired(index: CacheIndex, now: number): string[] {
  const isGone = (path: string) => index[path] !== undefined && isExpired(index[path], now);
  return Object.entries(index).flatMap(([path, { savedBy }]) =>
    isGone(path) || (savedBy !== undefined && isGone(savedBy)) ? [path] : [],
  );
}

/** Returns the paths to delete to fit into `maxBytes`: oldest first, but entries with `savedBy` after all others. */
export function selectEvictions(index: CacheIndex, maxBytes: number): string[] {
  const isSaved = ({ savedBy }: CacheEntry) => Number(savedBy !== undefined);
  const candidates = Object.entries(index).sort(([, a], [, b]) => isSaved(a) - isSaved(b) || a.at - b.at);
  let bytesLeft = sumBytes(index);
  return candidates.flatMap(([path, { bytes }]) => {
    if (bytesLeft <= maxBytes) return [];
    bytesLeft -= bytes;
    return [path];
  });
}
