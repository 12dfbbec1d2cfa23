import type { Logger } from "pino";
import { startJob } from "../../jobs/job.ts";
import {
  listLeastRecentlyUsedImages,
  markImageRemoved,
  markImagesUsed,
  sumImageBytes,
} from "../../store/articles/images.ts";
import type { Database } from "../../store/schema/schema.ts";
import { removeImageFiles } from "../imageFiles.ts";

/** Interval, in ms, between runs that store the time of each image's most recent request and enforce the budget. */
const FLUSH_MS = 60_000;
const BATCH = 50;

/** Starts a job that limits image files to `maxBytes` in all. The job removes the least recently requested images. */
export function startDiskBudget(parts: { database: Database; folder: string; maxBytes: number; log: Logger }) {
  const { database, folder, maxBytes, log } = parts;
  const usedKeys = new Set<string>();
  const job = startJob({ name: "image disk budget", intervalMs: FLUSH_MS, run: enforce, log, startsLater: true });

  /** Once the budget is exceeded, removes files down to 90 % of it, so that the next new images need no removal. */
  async function enforce(): Promise<void> {
    const keys = [...usedKeys];
    usedKeys.clear();
    await markImagesUsed(database, keys, new Date().toISOString());
    let total = await sumImageBytes(database);
    if (total <= maxBytes) return;
    while (total > maxBytes * 0.9) {
      const leastUsed = await listLeastRecentlyUsedImages(database, BATCH);
      if (leastUsed.length === 0) return;
      for (const { key, width, bytes } of leastUsed) {
        if (total <= maxBytes * 0.9) return;
        await removeImageFiles(folder, key, width);
        await markImageRemoved(database, key);
        total -= bytes;
      }
    }
  }

  return {
    markUsed: (key: string) => void usedKeys.add(key),
    /** Enforces the budget now instead of at the next interval. */
    enforce: job.trigger,
    async stop(): Promise<void> {
      await job.stop();
      await enforce();
    },
  };
}
