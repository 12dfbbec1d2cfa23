import { mkdir, readFile } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { getWidths, type ImageFormat } from "../../core/image.ts";
import type { Edition } from "../editions/load.ts";
import { openIsolatedProcess } from "../isolation/isolatedProcess.ts";
import type { Outbound } from "../net/outbound.ts";
import { deleteImagesOf, findImage, requeueImage } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { listImageFeeds, queueFeedImages } from "./candidates.ts";
import type { Conversion, Converted } from "./convert.ts";
import { startDiskBudget } from "./diskBudget.ts";
import { startDownloads } from "./downloadQueue.ts";
import { getImageFile, removeImageFiles } from "./imageFiles.ts";

/** Images of stories, downloaded before readers request them, and stored in the sizes that pages use. */
export interface Images {
  /** Returns an image file; null if there is none; "gone" if a known image cannot be downloaded again quickly. */
  get(key: string, width: number, format: ImageFormat): Promise<Uint8Array | "gone" | null>;
  /** Starts downloads that may have become due. */
  wake(): void;
  /** Clears the memory cache, which may hold images that were taken down, and starts downloads of restored ones. */
  takedownsChanged(): void;
  /**
   * Deletes the images that no edition may copy any longer. Queues those of each feed's newest stories: a right may be
   * new, or the process may have been killed before it queued them.
   */
  applyRights(): void;
  /** Stops downloads and waits for running ones, which end quickly once the outbound client is closed. */
  close(): Promise<void>;
}

interface Parts {
  database: Database;
  outbound: Outbound;
  editions: () => readonly Edition[];
  folder: string;
  maxBytes: number;
  log: Logger;
  /** Returns false while too little disk space is free to download anything. */
  hasRoom: () => boolean;
}

const MEMORY_CACHE_BYTES = 32 * 1024 * 1024;
/** Longest time that a reader waits for an image whose files were removed. After that, the skyline is shown. */
const REDOWNLOAD_TIMEOUT_MS = 3000;
/** A large image takes 2 s on an idle processor, but far longer on a busy one: the child has the lowest priority. */
const CONVERTER_LIMITS = { timeoutMs: 120_000, maxHeapMb: 64, idleMs: 30_000 };

export async function openImages(parts: Parts): Promise<Images> {
  const { database, outbound, editions, folder, maxBytes, log, hasRoom } = parts;
  await mkdir(folder, { recursive: true });
  const memoryCache = new LRUCache<string, Uint8Array>({
    maxSize: MEMORY_CACHE_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const converter = openIsolatedProcess<Conversion, Converted>({
    module: new URL("./convertProcess.ts", import.meta.url),
    task: "Converting the image",
    ...CONVERTER_LIMITS,
  });
  const budget = startDiskBudget({ database, folder, maxBytes, log });
  const onStored = budget.enforce;
  const queue = startDownloads({ database, outbound, convert: converter.run, folder, log, onStored, hasRoom });

  async function read(file: string): Promise<Uint8Array | null> {
    const cached = memoryCache.get(file);
    if (cached) return cached;
    const bytes = await readFile(file).catch(() => null);
    if (bytes) memoryCache.set(file, bytes);
    return bytes;
  }

  async function removeForbidden(feedUrls: readonly string[]): Promise<void> {
    const removed = await deleteImagesOf(database, feedUrls);
    if (removed.length === 0) return;
    memoryCache.clear();
    for (const { key, width } of removed) if (width !== null) await removeImageFiles(folder, key, width);
    log.info({ images: removed.length }, "images removed that no edition may copy");
  }

  return {
    wake: queue.wake,
    takedownsChanged() {
      memoryCache.clear();
      queue.wake();
    },
    async get(key, width, format) {
      const file = getImageFile(folder, key, width, format);
      const bytes = await read(file);
      if (bytes) {
        budget.markUsed(key);
        return bytes;
      }
      const known = await findImage(database, key);
      if (!known?.width || !getWidths(known.width).includes(width)) return null;
      if (known.failures > 0) return "gone";
      try {
        await requeueImage(database, key, new Date().toISOString());
      } catch (error) {
        log.warn({ key, err: error }, "removed image not requeued");
        return "gone";
      }
      const tried = queue.whenTried(key, REDOWNLOAD_TIMEOUT_MS);
      queue.wake();
      await tried;
      return (await read(file)) ?? "gone";
    },
    applyRights() {
      const feeds = listImageFeeds(editions());
      removeForbidden(feeds.forbidden).catch((error) => log.error({ err: error }, "images not removed"));
      for (const feedUrl of feeds.permitted)
        queueFeedImages(feedUrl, editions(), database)
          .then(queue.wake)
          .catch((error) => log.error({ feed: feedUrl, err: error }, "images of a feed not queued"));
    },
    async close() {
      await Promise.all([queue.stop(), converter.close()]);
      await budget.stop();
    },
  };
}
