import { mkdir } from "node:fs/promises";
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { getWidths, type ImageFormat } from "../../core/imageSizes.ts";
import type { Edition } from "../editions/loading/load.ts";
import { openIsolatedProcess } from "../isolation/isolatedProcess.ts";
import type { Job } from "../jobs/job.ts";
import type { Outbound } from "../net/outbound.ts";
import type { S3Location } from "../net/s3/location.ts";
import { S3UnavailableError } from "../net/s3/refusals.ts";
import type { LoadingObject } from "../net/s3/s3Client.ts";
import { deleteImagesOf, findImage, requeueImage } from "../store/articles/images.ts";
import type { Database } from "../store/schema/schema.ts";
import { queueFeedImages, splitImageFeeds } from "./candidates.ts";
import type { Conversion, ConvertedImage } from "./convert.ts";
import { startDeletions } from "./deletions.ts";
import { createDownloads } from "./downloadQueue.ts";
import { getImageName, type ImageFile } from "./imageFiles.ts";
import { openDiskStore } from "./store/diskStore.ts";
import type { ImageStore } from "./store/imageStore.ts";
import { openS3Store } from "./store/s3Store.ts";

/** Images of stories. They are downloaded before readers request them, and stored in the sizes that pages use. */
export interface Images {
  /**
   * Returns an image file, complete or still arriving from the storage. Returns null if there is no such image. Returns
   * "gone" if a known image cannot be downloaded again quickly. Returns "unavailable" if only the storage has the file,
   * and the storage cannot be reached.
   *
   * @throws {TooBusyError} if too many files are being loaded from the storage
   */
  get(
    key: string,
    width: number,
    format: ImageFormat,
  ): Promise<Uint8Array | LoadingObject | "gone" | "unavailable" | null>;
  /** Starts downloading images, on behalf of all nodes that share the storage. */
  startDownloads(database: Database): Pick<Job, "stop">;
  /** Starts downloads that are due now. Does nothing if this node does not download. */
  wake(): void;
  /** Deletes this machine's files of images that were taken down, and downloads restored images again. */
  takedownsChanged(): void;
  /**
   * Deletes images that no edition may copy any longer. Queues the images of each feed's newest stories for download,
   * since a right may be new, or a killed process may not have queued them.
   *
   * @param changed ids of the editions whose feeds may have new rights; undefined for all
   */
  applyRights(changed?: readonly string[]): void;
  check: ImageStore["check"];
  /** True if all nodes share one storage of images. */
  isShared: boolean;
  /** Ends the downloads and the converter's process. Images are still served. */
  stopDownloads(): Promise<void>;
  /** Must be called after downloads were stopped. */
  close(): Promise<void>;
}

interface Parts {
  database: Database;
  outbound: Outbound;
  editions: () => readonly Edition[];
  folder: string;
  /** Removes the drawn images that show a photo. `key` is the photo's key. */
  removeDrawings: (key: string) => Promise<void>;
  /** Maximum disk space, in bytes, for images. */
  maxBytes: number;
  /** The S3 storage of all images; undefined if images are only on the disk. */
  location: S3Location | undefined;
  log: Logger;
  /** Returns false while too little disk space is free to download anything. */
  hasRoom: () => boolean;
  /** Returns true while this node downloads images. */
  isDownloading: () => boolean;
}

const MEMORY_CACHE_BYTES = 32 * 1024 * 1024;
/**
 * Maximum time, in ms, that a request waits for an image that is downloaded again. The reader then gets a drawn
 * skyline.
 */
const REDOWNLOAD_TIMEOUT_MS = 3000;
/**
 * The time limit allows for a busy processor. Converting a large image takes 2 s on an idle processor. On a busy one,
 * it takes far longer, since the child process has the lowest priority.
 */
const CONVERTER_LIMITS = { timeoutMs: 120_000, maxHeapMb: 64, idleMs: 30_000 };

/** Opens the service. @throws {ConfigError} if the environment lacks the credentials or the region of the storage */
export async function openImages(parts: Parts): Promise<Images> {
  const { database, outbound, editions, folder, removeDrawings, maxBytes, location, log, hasRoom, isDownloading } =
    parts;
  await mkdir(folder, { recursive: true });
  let lastPass = Promise.resolve();
  let isClosed = false;
  const memoryCache = new LRUCache<string, Uint8Array>({
    maxSize: MEMORY_CACHE_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const converter = openIsolatedProcess<Conversion, ConvertedImage>({
    module: new URL("./convertProcess.ts", import.meta.url),
    task: "Converting the image",
    ...CONVERTER_LIMITS,
  });
  const store: ImageStore = location
    ? await openS3Store({ location, database, folder, maxBytes, log, hasRoom, onReturn })
    : openDiskStore({ database, folder, maxBytes, log });
  const deletions = startDeletions({ database, store, removeDrawings, log });
  const queue = createDownloads({
    outbound,
    convert: converter.run,
    store,
    folder,
    log,
    onStored: store.enforceBudget,
    hasRoom,
  });

  function onReturn(): void {
    queue.wake();
    deletions.trigger();
  }

  async function read(file: ImageFile): Promise<Uint8Array | null> {
    const cached = memoryCache.get(getImageName(file));
    if (cached) return cached;
    const bytes = await store.read(file);
    if (!bytes || !(await isKnown(file))) return null;
    memoryCache.set(getImageName(file), bytes);
    return bytes;
  }

  /** Returns false if an image was deleted. Its files may still exist until the deletion job removes them. */
  async function isKnown({ key }: ImageFile): Promise<boolean> {
    return (await findImage(database, key)) !== undefined;
  }

  async function load(file: ImageFile): Promise<Uint8Array | LoadingObject | "unavailable" | null> {
    try {
      const loaded = await store.load(file);
      return loaded && (await isKnown(file)) ? loaded : null;
    } catch (error) {
      if (error instanceof S3UnavailableError) return "unavailable";
      throw error;
    }
  }

  async function removeForbidden(feedUrls: readonly string[]): Promise<void> {
    const count = await deleteImagesOf(database, feedUrls, new Date().toISOString());
    // Clears the cache even if `count` is 0: another node may have deleted the images.
    memoryCache.clear();
    if (count === 0) return;
    deletions.trigger();
    log.info({ images: count }, "images removed that no edition may copy");
  }

  /** Queues the images of one feed at a time and lets requests run in between, since there may be 10,000 feeds. */
  async function queueImagesOf(feedUrls: readonly string[]): Promise<void> {
    for (const feedUrl of feedUrls) {
      if (isClosed) return;
      await queueFeedImages(feedUrl, editions(), database)
        .then(queue.wake)
        .catch((error) => log.error({ feed: feedUrl, err: error }, "images of a feed not queued"));
      await yieldToRequests();
    }
  }

  return {
    startDownloads: queue.start,
    wake: queue.wake,
    takedownsChanged() {
      memoryCache.clear();
      deletions.trigger();
      queue.wake();
    },
    async get(key, width, format) {
      const file = { key, width, format };
      const bytes = await read(file);
      if (bytes) {
        store.markUsed(file);
        return bytes;
      }
      const known = await findImage(database, key);
      if (!known?.width || !getWidths(known.width).includes(width)) return null;
      const loaded = await load(file);
      if (loaded) return loaded;
      // Without shared storage, only the node that downloads gets the file. Any other node would wait in vain.
      if (known.failures > 0 || !(location || isDownloading())) return "gone";
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
    applyRights(changed) {
      const feeds = splitImageFeeds(editions());
      removeForbidden(feeds.forbidden).catch((error) => log.error({ err: error }, "images not removed"));
      const ofChanged = changed && splitImageFeeds(editions().filter(({ id }) => changed.includes(id))).permitted;
      lastPass = lastPass.then(() => queueImagesOf(ofChanged ?? feeds.permitted));
    },
    check: store.check,
    isShared: location !== undefined,
    async stopDownloads() {
      isClosed = true;
      // Stops the queue before the converter. Otherwise, the queue would reject an image as damaged when its conversion
      // is interrupted.
      await Promise.all([queue.stop(), converter.close()]);
    },
    async close() {
      isClosed = true;
      await Promise.all([converter.close(), deletions.stop(), lastPass]);
      await store.close();
    },
  };
}
