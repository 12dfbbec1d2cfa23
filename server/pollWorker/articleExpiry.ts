import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { deleteOldChanges } from "../store/changes.ts";
import { isClockTrusted } from "../store/clock.ts";
import { deleteFeedArticles, deleteFollow, findExpiredFollows, findKeepDays } from "../store/feedExpiry.ts";
import { type DeletionCursor, deleteOldArticles, FIRST_CURSOR } from "../store/oldArticles.ts";
import type { Database } from "../store/schema.ts";

interface Parts {
  database: Database;
  /** Maximum age of articles in days (ARTICLES_KEEP_DAYS); undefined for no limit. */
  keepDays: number | undefined;
  log: Logger;
}

const INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Number of articles per batch. A batch locks the store for about 20 ms. */
const BATCH_SIZE = 50;
/** Pause between two batches, in which others can write to the store. */
const PAUSE_MS = 200;
/** Days after which records of changes are deleted. A search index that was not updated for longer is rebuilt. */
const CHANGES_KEEP_DAYS = 1;

/**
 * Starts an hourly job that deletes articles in small batches: articles older than ARTICLES_KEEP_DAYS or than the
 * `keepDays` in their feeds' rights, and articles of feeds that no edition follows. Also deletes old records of
 * changes.
 */
export function startArticleExpiry({ database, keepDays, log }: Parts): Job {
  async function run(signal: AbortSignal): Promise<void> {
    if (!(await isClockTrusted(database))) return;
    let articles = 0;

    /** Deletes batches until the last one, or until the job is stopped. */
    async function repeat(deleteBatch: () => Promise<{ deleted: number; isLast: boolean }>): Promise<void> {
      for (;;) {
        const { deleted, isLast } = await deleteBatch();
        articles += deleted;
        if (isLast || signal.aborted) return;
        await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }

    try {
      if (keepDays !== undefined) {
        let cursor: DeletionCursor = FIRST_CURSOR;
        await repeat(async () => {
          const { deleted, next } = await deleteOldArticles(database, toInstant(keepDays), cursor, BATCH_SIZE);
          cursor = next ?? cursor;
          return { deleted, isLast: next === null };
        });
      }
      for (const { feedUrl, keepDays } of await findKeepDays(database)) {
        const before = toInstant(keepDays);
        await repeat(() => deleteFeedArticles(database, feedUrl, before, BATCH_SIZE));
      }
      for (const follow of await findExpiredFollows(database, Date.now())) {
        await repeat(() => deleteFollow(database, follow, BATCH_SIZE));
        log.info(follow, "stories of a former feed deleted");
      }
      await deleteOldChanges(database, toInstant(CHANGES_KEEP_DAYS), toInstant(0));
    } finally {
      if (articles > 0) log.info({ articles, keepDays }, "old articles deleted");
    }
  }

  return startJob({ name: "article expiry", intervalMs: INTERVAL_MS, run, log });
}

/** Returns the instant `days` ago, ISO 8601. */
function toInstant(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
