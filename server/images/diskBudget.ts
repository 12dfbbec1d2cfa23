import type { Logger } from "pino";
import { startJob } from "../jobs/job.ts";
import { findLeastUsedImages, markImageRemoved, markImagesUsed, sumImageBytes } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { removeImageFiles } from "./imageFiles.ts";

/** Keeps image files within a number of bytes by removing the least recently requested ones. */
export interface DiskBudget {
  markUsed(key: string): void;
  /** Removes files if they exceed the budget, down to 90 % of it, so that not every new image removes an old one. */
  enforce(): Promise<void>;
  close(): Promise<void>;
}

/** Delay between writes of request times to the store. */
const FLUSH_MS = 60_000;
const BATCH = 50;

interface Parts {
  database: Database;
  folder: string;
  maxBytes: number;
  log: Logger;
}

export function createDiskBudget({ database, folder, maxBytes, log }: Parts): DiskBudget {
  const usedKeys = new Set<string>();
  const job = startJob({ name: "image request times", intervalMs: FLUSH_MS, run: flush, log, startsLater: true });
  let enforcing: Promise<void> | null = null;

  async function flush(): Promise<void> {
    const keys = [...usedKeys];
    usedKeys.clear();
    await markImagesUsed(database, keys, new Date().toISOString());
  }

  async function removeLeastUsed(): Promise<void> {
    let total = await sumImageBytes(database);
    if (total <= maxBytes) return;
    await flush();
    while (total > maxBytes * 0.9) {
      const leastUsed = await findLeastUsedImages(database, BATCH);
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
    markUsed: (key) => void usedKeys.add(key),
    async enforce() {
      enforcing ??= removeLeastUsed().finally(() => {
        enforcing = null;
      });
      await enforcing;
    },
    async close() {
      await job.stop();
      await enforcing;
      await flush();
    },
  };
}
