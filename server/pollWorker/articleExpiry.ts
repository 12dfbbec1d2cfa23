import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { type Cursor, deleteOldArticles, START } from "../store/oldArticles.ts";
import type { Database } from "../store/schema.ts";

interface Parts {
  database: Database;
  /** Maximum age of articles in days (ARTICLES_KEEP_DAYS). */
  keepDays: number;
  log: Logger;
  /** Called with the URLs of the feeds whose articles were deleted. */
  onDeleted: (feeds: readonly [string, ...string[]]) => void;
}

const INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Articles per batch. A batch locks the store for about 20 ms. */
const BATCH_SIZE = 50;
/** Pause between two batches, in ms, so that others can write to the store. */
const PAUSE_MS = 200;

/** Starts an hourly job that deletes articles older than `keepDays` in small batches. */
export function startArticleExpiry({ database, keepDays, log, onDeleted }: Parts): Job {
  async function deleteExpired(signal: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - keepDays * DAY_MS).toISOString();
    const changed = new Set<string>();
    let articles = 0;
    try {
      for (let cursor: Cursor | null = START; cursor !== null && !signal.aborted; ) {
        const batch = await deleteOldArticles(database, before, cursor, BATCH_SIZE);
        articles += batch.deleted;
        for (const feed of batch.feeds) changed.add(feed);
        cursor = batch.next;
        if (cursor) await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    } finally {
      const [first, ...others] = changed;
      if (first !== undefined) {
        log.info({ articles, keepDays }, "old articles deleted");
        onDeleted([first, ...others]);
      }
    }
  }

  return startJob({ name: "article expiry", intervalMs: INTERVAL_MS, run: deleteExpired, log });
}
