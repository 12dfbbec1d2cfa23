/** Files in memory, the one that was asked for last at the end; the first goes when there are too many bytes. */
export interface HotFiles {
  get(name: string): Uint8Array | undefined;
  put(name: string, bytes: Uint8Array): void;
}

export function openHotFiles(maxBytes: number): HotFiles {
  const files = new Map<string, Uint8Array>();
  let taken = 0;
  return {
    get(name) {
      const bytes = files.get(name);
      if (!bytes) return undefined;
      files.delete(name);
      files.set(name, bytes);
      return bytes;
    },
    put(name, bytes) {
      if (files.has(name)) return;
      files.set(name, bytes);
      taken += bytes.length;
      for (const [oldest, { length }] of files) {
        if (taken <= maxBytes) return;
        files.delete(oldest);
        taken -= length;
      }
    },
  };
}
