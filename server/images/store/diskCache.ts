import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { getKeyOfName } from "../imageFiles.ts";

/** Opens a cache of image files in a folder. It removes the least recently used files beyond `maxBytes`. */
export function openDiskCache({ folder, maxBytes, log }: { folder: string; maxBytes: number; log: Logger }) {
  /** Sizes of the files by name. */
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_, name, reason) => {
      if (reason === "evict") void remove(name);
    },
  });
  const loaded = load().catch((error) => log.error({ err: error }, "cached images not listed"));

  /** Adds the folder's existing files to `sizes`, oldest first, so that the oldest are the first to be removed. */
  async function load(): Promise<void> {
    const names = (await readdir(folder)).filter((name) => getKeyOfName(name) !== null);
    const files: { name: string; size: number; mtimeMs: number }[] = [];
    for (const name of names) {
      const stats = await stat(join(folder, name)).catch(ignoreMissing);
      if (stats) files.push({ name, size: stats.size, mtimeMs: stats.mtimeMs });
    }
    files.sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { name, size } of files) if (!sizes.has(name)) add(name, size);
  }

  function add(name: string, bytes: number): void {
    sizes.set(name, bytes);
    // lru-cache rejects a file that is larger than the whole cache.
    if (!sizes.has(name)) void remove(name);
  }

  function remove(name: string): Promise<void> {
    return rm(join(folder, name), { force: true }).catch((error) =>
      log.warn({ file: name, err: error }, "cached image not removed"),
    );
  }

  return {
    /**
     * Returns a file; null if the cache does not have it. If the disk fails, logs the error and returns null, since the
     * storage has the file, too.
     */
    read: async (name: string): Promise<Uint8Array | null> => {
      try {
        return (await readFile(join(folder, name)).catch(ignoreMissing)) ?? null;
      } catch (error) {
        log.warn({ file: name, err: error }, "cached image not read");
        return null;
      }
    },
    /** Writes a file to the cache. @throws the error of `content` or of the disk, after removing the incomplete file */
    async write(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
      const file = join(folder, name);
      // Writes to a file with another name first, since a killed process must not leave a truncated image.
      const part = `${file}.part`;
      try {
        await writeFile(part, content);
        const { size } = await stat(part);
        await rename(part, file);
        add(name, size);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    /** Adds a file to the cache. The file is already in the cache's folder. */
    add,
    markUsed: (name: string) => void sizes.get(name),
    async removeImage(key: string): Promise<void> {
      await loaded;
      for (const name of [...sizes.keys()].filter((name) => name.startsWith(`${key}-`))) {
        sizes.delete(name);
        await remove(name);
      }
    },
    /** Returns the keys of all images in the cache. */
    async listKeys(): Promise<string[]> {
      await loaded;
      return [...new Set([...sizes.keys()].map((name) => getKeyOfName(name) ?? name))];
    },
  };
}
