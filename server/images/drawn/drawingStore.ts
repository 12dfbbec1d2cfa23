import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { sharePromise } from "../../../core/sharedPromises.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { openIsolatedProcess } from "../../isolation/isolatedProcess.ts";
import { startJob } from "../../jobs/job.ts";
import { createLimit } from "../../jobs/limit.ts";
import type { Drawing } from "./draw.ts";
import { getDrawingFile } from "./socialImageFiles.ts";

type Bytes = Buffer<ArrayBuffer>;

interface Parts {
  folder: string;
  log: Logger;
}

/** Maximum number of drawings running or queued. The last drawing in a full queue waits several seconds. */
const MAX_PENDING = 12;
/** Maximum number of files in memory, of about 60 kB each. */
const MAX_IN_MEMORY = 50;
/** Maximum number of files on the disk. The least recently requested files are removed first. */
const MAX_ON_DISK = 2000;
const PRUNE_INTERVAL_MS = 60 * 60_000;
const PROCESS_LIMITS = { timeoutMs: 20_000, maxHeapMb: 64, idleMs: 30_000 };

/**
 * Opens a store of drawn images in a folder. A child process draws one image at a time: drawing takes up to a second,
 * and sharp with the typefaces takes 60 MB of memory.
 */
export async function openDrawingStore({ folder, log }: Parts) {
  await mkdir(folder, { recursive: true });
  const memory = new LRUCache<string, Promise<Bytes>>({ max: MAX_IN_MEMORY });
  const limit = createLimit(MAX_PENDING);
  const drawer = openIsolatedProcess<Drawing, Uint8Array>({
    module: new URL("./drawProcess.ts", import.meta.url),
    task: "Drawing the image",
    ...PROCESS_LIMITS,
  });
  const interval = { intervalMs: PRUNE_INTERVAL_MS, startsLater: true };
  const job = startJob({ name: "drawn images", ...interval, run: prune, log });

  async function readOrDraw(file: string, drawing: Drawing, bytesToDraw: Uint8Array | undefined): Promise<Bytes> {
    const stored = await readStored(file);
    if (stored) {
      const now = new Date();
      await utimes(file, now, now).catch(() => {});
      return stored;
    }
    const drawn = Buffer.from(await limit.run(() => drawer.run(drawing, bytesToDraw)));
    await store(file, drawn);
    return drawn;
  }

  /**
   * Reads a stored image. Returns undefined if reading fails, so that the image is drawn again. Logs all failures
   * except a missing file.
   */
  async function readStored(file: string): Promise<Bytes | undefined> {
    try {
      return await readFile(file).catch(ignoreMissing);
    } catch (error) {
      log.warn({ file, err: error }, "drawn image not read");
      return undefined;
    }
  }

  /** Stores an image. Only logs a failure, for example on a full disk: the image is then drawn again when needed. */
  async function store(file: string, bytes: Bytes): Promise<void> {
    try {
      // Writes the file under another name first, since a killed process must not leave a truncated image.
      await writeFile(`${file}.part`, bytes);
      await rename(`${file}.part`, file);
    } catch (error) {
      log.warn({ file, err: error }, "drawn image not stored");
    }
  }

  async function prune(): Promise<void> {
    const files = (await readdir(folder)).map((name) => join(folder, name));
    if (files.length <= MAX_ON_DISK) return;
    const dated = await Promise.all(files.map(async (file) => ({ file, usedMs: (await stat(file)).mtimeMs })));
    dated.sort((a, b) => b.usedMs - a.usedMs);
    for (const { file } of dated.slice(MAX_ON_DISK)) await rm(file, { force: true });
  }

  return {
    /**
     * Returns a drawing's file from memory or the disk. Otherwise draws it, once for all concurrent requests.
     *
     * @throws {TooBusyError} if `MAX_PENDING` drawings are running or queued
     */
    get(drawing: Drawing, bytesToDraw?: Uint8Array): Promise<Bytes> {
      const file = getDrawingFile(folder, drawing);
      return sharePromise(memory, file, () => readOrDraw(file, drawing, bytesToDraw));
    },
    async close(): Promise<void> {
      await Promise.all([job.stop(), drawer.close()]);
    },
  };
}
