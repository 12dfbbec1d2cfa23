import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { type DeletionCursor, deleteOldArticles, FIRST_CURSOR } from "../store/articles/oldArticles.ts";
import { deleteOldChanges } from "../store/changes.ts";
import { isClockTrusted } from "../store/clock.ts";
import { getEngine } from "../store/engines/engine.ts";
import { deleteFeedArticles, deleteFollow, listExpiredFollows, listKeepDays } from "../store/feeds/feedExpiry.ts";
import {
  type DeleteBatch,
  deleteOldActions,
  deleteOldAlerts,
  deleteOldDeliveries,
  deleteOldIssues,
  deleteOldStoryVersions,
} from "../store/oldRecords.ts";
import type { Database } from "../store/schema/schema.ts";
import { thinCopies } from "../stories/copies/thinCopies.ts";

interface Parts {
  database: Database;
  /** Maximum age of articles in days (ARTICLES_KEEP_DAYS); undefined for no limit. */
  keepDays: number | undefined;
  /** Age in days at which records of editors' actions are deleted (EDITOR_LOG_KEEP_DAYS). */
  editorLogKeepDays: number;
  log: Logger;
}

const INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Number of articles per batch. A batch locks the store for about 20 ms. */
const BATCH_SIZE = 50;
/** Pause, in ms, between two batches, in which other transactions can write to the store. */
const PAUSE_MS = 200;
/** Days after which records of changes are deleted. A search index that was not updated for longer is rebuilt. */
const CHANGES_KEEP_DAYS = 1;
/** Days after which a briefing's deliveries are replaced with counts. Bounces and complaints arrive within days. */
const DELIVERIES_KEEP_DAYS = 30;
/** Days after which issues of the briefing are deleted. The briefing's archive lists the issues of two years. */
const ISSUES_KEEP_DAYS = 731;
const STORY_VERSIONS_KEEP_DAYS = 731;
const ALERTS_KEEP_DAYS = 365;
/** Number of rows per batch of records other than articles. */
const RECORDS_BATCH_SIZE = 500;
/** Number of pages that a step frees in SQLite's file: 1 MB in all. A step locks the store for about 10 ms. */
const PAGES_PER_STEP = 256;

/**
 * Starts an hourly job that deletes, in small batches, articles older than ARTICLES_KEEP_DAYS or than the `keepDays` in
 * their feeds' rights, articles of feeds that no edition follows, and old records of other kinds. The job then returns
 * the free space of SQLite's file to the disk, except a small reserve.
 */
export function startArticleExpiry({ database, keepDays, editorLogKeepDays, log }: Parts): Job {
  /**
   * Functions that delete old records, each with the number of days to keep the records. The keys are the names under
   * which the log shows the numbers of deleted records.
   */
  const periods: Record<string, [DeleteBatch, days: number]> = {
    deliveries: [deleteOldDeliveries, DELIVERIES_KEEP_DAYS],
    issues: [deleteOldIssues, ISSUES_KEEP_DAYS],
    editorActions: [deleteOldActions, editorLogKeepDays],
    storyVersions: [deleteOldStoryVersions, STORY_VERSIONS_KEEP_DAYS],
    alerts: [deleteOldAlerts, ALERTS_KEEP_DAYS],
    // `thinCopies` itself decides, by age, which autosaves stay.
    autosaves: [thinCopies, 0],
  };

  async function run(signal: AbortSignal): Promise<void> {
    if (!(await isClockTrusted(database))) return;
    let articles = 0;
    const records: Record<string, number> = {};

    /** Repeats a step until it returns false, or until the job is stopped. */
    async function runSteps(step: () => Promise<boolean>): Promise<void> {
      while ((await step()) && !signal.aborted) await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
    }

    const repeat = (deleteBatch: () => Promise<{ deleted: number; isLast: boolean }>) =>
      runSteps(async () => {
        const { deleted, isLast } = await deleteBatch();
        articles += deleted;
        return !isLast;
      });

    try {
      if (keepDays !== undefined) {
        let cursor: DeletionCursor = FIRST_CURSOR;
        await repeat(async () => {
          const { deleted, next } = await deleteOldArticles(database, toInstant(keepDays), cursor, BATCH_SIZE);
          cursor = next ?? cursor;
          return { deleted, isLast: next === null };
        });
      }
      for (const { feedUrl, keepDays } of await listKeepDays(database)) {
        const before = toInstant(keepDays);
        await repeat(() => deleteFeedArticles(database, feedUrl, before, BATCH_SIZE));
      }
      for (const follow of await listExpiredFollows(database, Date.now())) {
        await repeat(() => deleteFollow(database, follow, BATCH_SIZE));
        log.info(follow, "stories of a former feed deleted");
      }
      await deleteOldChanges(database, toInstant(CHANGES_KEEP_DAYS), toInstant(0));
      for (const [label, [deleteBatch, days]] of Object.entries(periods))
        await runSteps(async () => {
          const { deleted, isLast } = await deleteBatch(database, toInstant(days), RECORDS_BATCH_SIZE);
          if (deleted > 0) records[label] = (records[label] ?? 0) + deleted;
          return !isLast;
        });
    } finally {
      if (articles > 0) log.info({ articles, keepDays }, "old articles deleted");
      if (Object.keys(records).length > 0) log.info(records, "old records deleted");
    }
    await runSteps(() => getEngine(database).releaseSpace(database, PAGES_PER_STEP));
  }

  return startJob({ name: "article expiry", intervalMs: INTERVAL_MS, run, log });
}

/** Returns the instant `days` ago, ISO 8601. */
function toInstant(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}
