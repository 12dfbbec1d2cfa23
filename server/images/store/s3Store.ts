import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { startJob } from "../../jobs/job.ts";
import { createLimit } from "../../jobs/limit.ts";
import type { S3Location } from "../../net/s3/location.ts";
import { findKnownImages } from "../../store/images.ts";
import type { Database } from "../../store/schema.ts";
import { getImageName, type ImageFile, listImageFiles, removeImageFiles } from "../imageFiles.ts";
import { openBucket } from "./bucket.ts";
import { openDiskCache } from "./diskCache.ts";
import type { ImageStore } from "./imageStore.ts";

interface Parts {
  location: S3Location;
  database: Database;
  folder: string;
  /** Size of the cache on the disk. */
  maxBytes: number;
  log: Logger;
  /** Returns false while too little disk space is free for the cache to grow. */
  hasRoom: () => boolean;
  /** Called when images can be stored again after an outage. */
  onReturn: () => void;
}

/** Interval at which it is checked whether a probe is due. An outage ends this long after its cause at the latest. */
const PROBE_MS = 5000;
/** Interval at which files of images that were deleted by other nodes are removed from the cache. */
const SWEEP_MS = 60 * 60_000;
/** Maximum number of files that are being loaded or wait for a connection. A page shows up to 40. */
const MAX_LOADS = 256;

/**
 * Opens the store that has all images in S3-compatible storage, with the disk as a cache.
 *
 * @throws {ConfigError} if the credentials or the region are missing
 */
export async function openS3Store(parts: Parts): Promise<ImageStore> {
  const { location, database, folder, maxBytes, log, hasRoom, onReturn } = parts;
  const bucket = await openBucket(location, { log, onReturn });
  const cache = openDiskCache({ folder, maxBytes, log });
  const limit = createLimit(MAX_LOADS);
  /** Files that are being loaded, by name, so that concurrent requests for a file load it once. */
  const loading = new Map<string, Promise<Uint8Array | null>>();
  const jobs = [
    startJob({ name: "image store probe", intervalMs: PROBE_MS, run: bucket.probe, log }),
    startJob({ name: "image cache", intervalMs: SWEEP_MS, run: sweep, log }),
  ];

  /** Removes files of images that were deleted while this node was down or loading them. */
  async function sweep(): Promise<void> {
    const keys = await cache.listKeys();
    const known = await findKnownImages(database, keys);
    for (const key of keys) if (!known.has(key)) await cache.removeImage(key);
  }

  async function loadFile(name: string): Promise<Uint8Array | null> {
    const bytes = await bucket.get(name);
    if (bytes && hasRoom())
      cache.write(name, bytes).catch((error) => log.warn({ file: name, err: error }, "image not cached on the disk"));
    return bytes;
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
    load(file: ImageFile) {
      const name = getImageName(file);
      return loading.getOrInsertComputed(name, () =>
        limit.run(() => loadFile(name)).finally(() => loading.delete(name)),
      );
    },
    async delete({ key }) {
      await cache.removeImage(key);
      await bucket.deleteImage(key);
    },
    markUsed: (file) => cache.markUsed(getImageName(file)),
    // The cache limits itself with every file.
    enforceBudget() {},
    isAvailable: bucket.isAvailable,
    check: bucket.check,
    async close() {
      await Promise.all(jobs.map((job) => job.stop()));
      await bucket.close();
    },
  };
}
