import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { listImageDeletions, removeImageDeletion } from "../store/articles/images.ts";
import { isClockTrusted } from "../store/clock.ts";
import type { Database } from "../store/schema/schema.ts";
import type { ImageStore } from "./store/imageStore.ts";

interface Parts {
  database: Database;
  store: Pick<ImageStore, "delete">;
  /** Removes the drawn images that show a photo. `key` is the photo's key. */
  removeDrawings: (key: string) => Promise<void>;
}

const INTERVAL_MS = 60_000;
/**
 * Time, in ms, after which the files of a deleted image are deleted again, and the record of the deletion is removed.
 * By then, downloads that were running at the deletion have ended, and every node has deleted its files.
 */
const SETTLED_MS = 15 * 60_000;

/**
 * Deletes the files of deleted images.
 *
 * @param done keys of images whose files were deleted once, and must be deleted again later; updated by this function
 * @param now ms since 1970
 * @throws {Error} the first error, after trying all images; failed deletions stay scheduled
 */
export async function deleteScheduled(
  { database, store, removeDrawings }: Parts,
  done: Set<string>,
  now: number,
): Promise<void> {
  const errors: unknown[] = [];
  const isTrusted = await isClockTrusted(database, now);
  for (const { key, width, deletedAt } of await listImageDeletions(database)) {
    const isSettled = isTrusted && now - Date.parse(deletedAt) >= SETTLED_MS;
    if (!isSettled && done.has(key)) continue;
    try {
      await removeDrawings(key);
      await store.delete({ key, width });
      done.add(key);
      if (!isSettled) continue;
      await removeImageDeletion(database, key);
      done.delete(key);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Starts a job that deletes the files of deleted images. Failed deletions are retried. */
export function startDeletions({ log, ...parts }: Parts & { log: Logger }): Job {
  const done = new Set<string>();
  const run = () => deleteScheduled(parts, done, Date.now());
  return startJob({ name: "image deletions", intervalMs: INTERVAL_MS, run, log });
}
