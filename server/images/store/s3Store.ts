import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { startJob } from "../../jobs/job.ts";
import { createLimit } from "../../jobs/limit.ts";
import type { S3Location } from "../../net/s3/location.ts";
import { S3UnavailableError } from "../../net/s3/refusals.ts";
import type { LoadingObject } from "../../net/s3/s3Client.ts";
import { listKnownImages } from "../../store/articles/images.ts";
import type { Database } from "../../store/schema/schema.ts";
import { getImageName, type ImageFile, listImageFiles, removeImageFiles } from "../imageFiles.ts";
import { openBucket } from "./bucket.ts";
import { openDiskCache } from "./diskCache.ts";
import type { ImageStore } from "./imageStore.ts";

interface Parts {
  location: S3Location;
  database: Database;
  folder: string;
  /** Maximum size, in bytes, of the cache on the disk. */
  maxBytes: number;
  log: Logger;
  /** Returns false while too little disk space is free for the cache to grow. */
  hasRoom: () => boolean;
  /** Called when images can be stored again after an outage. */
  onReturn: () => void;
}

/** Interval, in ms, between probes during an outage. The end of an outage is noticed within this time. */
const PROBE_MS = 5000;
/** Interval, in ms, at which files of images that other nodes deleted are removed from the cache. */
const SWEEP_MS = 60 * 60_000;
/** Maximum number of files that are loading or waiting for a connection. A page shows up to 40 images. */
const MAX_LOADS = 256;

/**
 * Opens a store with all images in S3-compatible storage and the disk as a cache.
 *
 * @throws {ConfigError} if the credentials or the region are missing
 */
export async function openS3Store(parts: Parts): Promise<ImageStore> {
  const { location, database, folder, maxBytes, log, hasRoom, onReturn } = parts;
  const bucket = await openBucket(location, { log, onReturn });
  const cache = openDiskCache({ folder, maxBytes, log });
  const limit = createLimit(MAX_LOADS);
  /**
   * Running loads by file name, so that concurrent requests load a file once. Each promise resolves when the load ends,
   * and never rejects.
   */
  const loading = new Map<string, Promise<void>>();
  const jobs = [
    startJob({ name: "image store probe", intervalMs: PROBE_MS, run: bucket.probe, log }),
    startJob({ name: "image cache", intervalMs: SWEEP_MS, run: sweep, log }),
  ];

  /** Removes files of images that were deleted while this node was down or was loading them. */
  async function sweep(): Promise<void> {
    const keys = await cache.listKeys();
    const known = await listKnownImages(database, keys);
    for (const key of keys) if (!known.has(key)) await cache.removeImage(key);
  }

  /**
   * Loads a file and, if there is room, writes it to the disk. Returns the file as soon as it begins to arrive; null if
   * the storage has no such file. A slow client does not delay the copy on the disk, since `tee` keeps in memory what
   * the client has not read yet.
   */
  function startLoad(name: string): Promise<LoadingObject | null> {
    const begun = Promise.withResolvers<LoadingObject | null>();
    const ended = limit.run(() =>
      bucket.get(name, async ({ content, size }) => {
        if (!hasRoom()) return begun.resolve({ content, size });
        const [toReader, toDisk] = content.tee();
        begun.resolve({ content: toReader, size });
        await cache.write(name, toDisk).catch((error) => reportUncached(name, error));
      }),
    );
    // If content has begun to arrive, `begun` is already resolved, and an error ends the client's stream. Otherwise, a
    // missing file resolves `begun` with null, and an error rejects `begun`.
    ended.then(() => begun.resolve(null), begun.reject);
    loading.set(
      name,
      ended.catch(() => {}).finally(() => loading.delete(name)),
    );
    return begun.promise;
  }

  /** Logs an error of the disk. @throws {S3UnavailableError} `error` itself if the storage caused it */
  function reportUncached(name: string, error: unknown): void {
    if (error instanceof S3UnavailableError) throw error;
    log.warn({ file: name, err: error }, "image not cached on the disk");
  }

  return {
    async put({ key, width }) {
      try {
        const names = listImageFiles(key, width ?? 0).map(getImageName);
        for (const name of names) {
          const bytes = await readFile(join(folder, name));
          await bucket.put(name, bytes);
          cache.add(name, bytes.length);
        }
      } catch (error) {
        await cache.removeImage(key);
        await removeImageFiles(folder, key, width ?? 0);
        throw error;
      }
    },
    read: (file) => cache.read(getImageName(file)),
    async load(file: ImageFile) {
      const name = getImageName(file);
      for (let running = loading.get(name); running; running = loading.get(name)) {
        await running;
        const cached = await cache.read(name);
        if (cached) return cached;
      }
      return startLoad(name);
    },
    async delete({ key }) {
      await cache.removeImage(key);
      await bucket.deleteImage(key);
    },
    markUsed: (file) => cache.markUsed(getImageName(file)),
    // The cache enforces its limit itself whenever it adds a file.
    enforceBudget() {},
    isAvailable: bucket.isAvailable,
    check: bucket.check,
    async close() {
      await Promise.all(jobs.map((job) => job.stop()));
      await bucket.close();
    },
  };
}
