/** An entry of the cache index. Devices have indexes of this shape: its fields must not change. */
export interface CacheEntry {
  bytes: number;
  /** When it was fetched, in milliseconds since 1970. */
  at: number;
  /** Title, of pages only. */
  title?: string;
  /** Id of the build whose scripts and styles the page names. */
  build?: string;
  /** Path of the saved story that needs the entry. */
  savedBy?: string;
}

/** Entries by path and query. */
export type CacheIndex = Record<string, CacheEntry>;

export function totalBytes(index: CacheIndex): number {
  return Object.values(index).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the paths to delete until the rest fits into `maxBytes`: oldest first, and what saved stories need last. */
export function selectEvictions(index: CacheIndex, maxBytes: number): string[] {
  const isSaved = ({ savedBy }: CacheEntry) => Number(savedBy !== undefined);
  const candidates = Object.entries(index).sort(([, a], [, b]) => isSaved(a) - isSaved(b) || a.at - b.at);
  let bytesLeft = totalBytes(index);
  return candidates.flatMap(([path, { bytes }]) => {
    if (bytesLeft <= maxBytes) return [];
    bytesLeft -= bytes;
    return [path];
  });
}
