import { EventEmitter, once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { findOriginal } from "../../core/originalImage.ts";
import { toMessage } from "../../core/toMessage.ts";
import { type Job, startJob } from "../jobs/job.ts";
import type { Outbound } from "../net/outbound.ts";
import { S3UnavailableError } from "../net/s3/refusals.ts";
import { type DueImage, listDueImages, postponeImage, rejectImage, storeImage } from "../store/articles/images.ts";
import type { Database } from "../store/schema/schema.ts";
import { findMedia, getMediaKey } from "../store/stories/storyMedia.ts";
import { listTakenDownImages } from "../store/takedowns/takedowns.ts";
import type { Conversion, ConvertedImage } from "./convert.ts";
import { isSupportedImage } from "./imageFiles.ts";
import type { ImageStore } from "./store/imageStore.ts";

interface Parts {
  outbound: Outbound;
  convert: (conversion: Conversion) => Promise<ConvertedImage>;
  store: Pick<ImageStore, "put" | "delete" | "isAvailable">;
  /** Folder for the converted files. */
  folder: string;
  log: Logger;
  onStored(): void;
  /** Returns false while too little disk space is free to download anything. */
  hasRoom(): boolean;
}

const MAX_DOWNLOADS = 4;
/** Maximum number of downloads per host, so that a slow host does not occupy all slots. */
const MAX_DOWNLOADS_PER_HOST = 2;
/** Interval, in ms, of checks for images whose retry is due. */
const RETRY_CHECK_MS = 15_000;
/** Delay, in ms, before the next download of an image that could not be stored. */
const STORE_RETRY_MS = 60_000;
/** Delays, in minutes, before the retries. The failure of the last retry is final. */
const RETRY_MINUTES = [1, 5, 30, 120, 360, 720, 1440, 1440, 1440] as const;

/** Number of attempts that try the original of a thumbnail first. Later attempts request only the thumbnail. */
const ORIGINAL_ATTEMPTS = 2;

class StatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Responded with status ${status}.`);
    this.status = status;
  }
}

/** Creates the queue that downloads and converts images that are due, a few at a time. */
export function createDownloads(parts: Parts) {
  /** Emits an image's key after each attempt. */
  const attempts = new EventEmitter().setMaxListeners(0);
  let downloads: Job | null = null;
  return {
    /** Starts downloading. `stop` resolves when the running downloads have ended. */
    start(database: Database): Pick<Job, "stop"> {
      const started = startDownloads(parts, database, attempts);
      downloads = started;
      return {
        async stop() {
          if (downloads === started) downloads = null;
          await started.stop();
        },
      };
    },
    /** Starts no more downloads, and waits for the running downloads. They end soon if the converter is closed. */
    stop: async () => downloads?.stop(),
    /** Starts due downloads now instead of at the next interval. */
    wake: () => downloads?.trigger(),
    /**
     * Resolves after the next attempt to download the image, or after `timeoutMs`. If this server downloads no images,
     * resolves immediately.
     */
    async whenTried(key: string, timeoutMs: number): Promise<void> {
      if (!downloads || !canStore(parts)) return;
      await once(attempts, key, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {});
    },
  };
}

function canStore({ hasRoom, store }: Pick<Parts, "hasRoom" | "store">): boolean {
  return hasRoom() && store.isAvailable();
}

function startDownloads(parts: Parts, database: Database, attempts: EventEmitter): Job {
  const { outbound, convert, store, folder, log, onStored } = parts;
  const running = new Map<string, { host: string; work: Promise<void> }>();
  let isClosed = false;
  const job = startJob({ name: "image downloads", intervalMs: RETRY_CHECK_MS, run: startDue, log });

  async function startDue(): Promise<void> {
    if (running.size >= MAX_DOWNLOADS || !canStore(parts)) return;
    // Reads more images than there are slots: some may already be downloading, or may be on hosts without a free slot.
    const due = await listDueImages(database, new Date().toISOString(), 16 * MAX_DOWNLOADS);
    for (const image of due) if (!isClosed && hasSlotFor(image)) start(image);
  }

  function hasSlotFor({ key, url }: DueImage): boolean {
    const sameHost = [...running.values()].filter(({ host }) => host === getHostname(url));
    return !running.has(key) && running.size < MAX_DOWNLOADS && sameHost.length < MAX_DOWNLOADS_PER_HOST;
  }

  function start(image: DueImage): void {
    const work = tryImage(image)
      .catch((error) => log.error({ url: image.url, err: error }, "image result not stored"))
      .finally(() => {
        running.delete(image.key);
        attempts.emit(image.key);
        job.trigger();
      });
    running.set(image.key, { host: getHostname(image.url), work });
  }

  async function tryImage(image: DueImage): Promise<void> {
    const { key, url, failures } = image;
    const startedAt = performance.now();
    try {
      const { width, height, bytes } = await download(image);
      await store.put({ key, width });
      if (!(await storeImage(database, key, { width, height, bytes, now: new Date().toISOString() })))
        return await store.delete({ key, width });
      log.info({ url, width, height, bytes, ms: Math.round(performance.now() - startedAt) }, "image stored");
      onStored();
    } catch (error) {
      if (isClosed) return;
      const reason = toMessage(error);
      if (error instanceof S3UnavailableError) {
        log.warn({ url, reason }, "image not stored");
        return await postponeImage(database, key, new Date(Date.now() + STORE_RETRY_MS).toISOString());
      }
      const minutes = RETRY_MINUTES[failures];
      const nextTryAt = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000).toISOString();
      await rejectImage(database, key, { reason, failures: failures + 1, nextTryAt });
      log.warn({ url, reason, nextTryAt }, "image rejected");
    }
  }

  /** Downloads the original of a thumbnail, or the image itself if there is no usable original. */
  async function download({ url, key, failures }: DueImage): Promise<ConvertedImage> {
    // Earlier versions of Broadsheet took down only one size of an image, so the image's other sizes may still be due.
    if ((await listTakenDownImages(database, [url])).has(url)) throw new Error("The image was taken down.");
    const original = failures < ORIGINAL_ATTEMPTS ? findOriginal(url)?.url : undefined;
    if (original) {
      try {
        return await downloadFrom(original, key);
      } catch (error) {
        // A busy server must not get a second request.
        if (isClosed || (error instanceof StatusError && [429, 503].includes(error.status))) throw error;
        log.info({ url, original, reason: toMessage(error) }, "original of image not used");
      }
    }
    return downloadFrom(url, key);
  }

  /** Downloads and converts an image. Passes it to the converter in a file, since a large message would be costly. */
  async function downloadFrom(url: string, key: string): Promise<ConvertedImage> {
    const body = await fetchOriginal(url);
    if (!isSupportedImage(body)) throw new Error("The file is not a supported image.");
    const original = join(folder, `${key}.original`);
    try {
      await writeFile(original, body);
      return await convert({ original, folder, key });
    } finally {
      await rm(original, { force: true });
    }
  }

  /** Returns the original of an image: from the store if the newsroom added it, otherwise from the web. */
  async function fetchOriginal(url: string): Promise<Uint8Array> {
    const key = getMediaKey(url);
    const media = key && (await findMedia(database, key));
    if (media) return media.bytes;
    const { status, body } = await outbound.get(url, { accept: "image/avif,image/webp,image/*;q=0.8" });
    if (status !== 200) throw new StatusError(status);
    return body;
  }

  return {
    trigger: job.trigger,
    async stop(): Promise<void> {
      isClosed = true;
      await job.stop();
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}

function getHostname(url: string): string {
  return URL.parse(url)?.hostname ?? "";
}
