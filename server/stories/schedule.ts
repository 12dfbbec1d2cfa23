import type { Logger } from "pino";
import { backoffMs } from "../../core/backoff.ts";
import { toMessage } from "../../core/toMessage.ts";
import type { Edition } from "../editions/loading/load.ts";
import { EditorError } from "../editorError.ts";
import { type Job, startJob } from "../jobs/job.ts";
import { isClockTrusted } from "../store/clock.ts";
import { isStoreUnavailable, withWriterLock } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import { removeOldPins } from "../store/stories/pins.ts";
import { findStaffStory, listDueStories, type StaffStory } from "../store/stories/staffStories.ts";
import { deleteFailure, saveFailure } from "../store/stories/storyFailures.ts";
import { hideStory, showStory } from "./publication.ts";
import { logStory, requireNoTakedown } from "./storyEditing.ts";

interface Parts {
  editions: () => readonly Edition[];
  database: Database;
  log: Logger;
}

/** Interval, in ms, at which the job looks for due stories. A scheduled story must be published within 2 s. */
const INTERVAL_MS = 500;
/** Maximum delay, in ms, between two attempts to publish or withdraw a story. */
const MAX_RETRY_MS = 60_000;

/** Starts a job that publishes scheduled stories and ends expired stories and pins. Several processes may run it. */
export function startStorySchedule({ editions, database, log }: Parts): Job {
  /** Stories that could not be published or withdrawn, by id. Each has its own next attempt and delays no others. */
  const failing = new Map<number, { failures: number; nextAt: number }>();

  async function runDue(): Promise<void> {
    if (!(await isClockTrusted(database))) return;
    const now = new Date().toISOString();
    await removeOldPins(database, now);
    for (const due of await listDueStories(database, now)) {
      const { failures = 0, nextAt = 0 } = failing.get(due.id) ?? {};
      if (nextAt > Date.now()) continue;
      try {
        await runStory(due, now);
        failing.delete(due.id);
      } catch (error) {
        const retryMs = backoffMs(failures + 1, { firstMs: INTERVAL_MS, maxMs: MAX_RETRY_MS });
        failing.set(due.id, { failures: failures + 1, nextAt: Date.now() + retryMs });
        await noteFailure(due, error, now);
        log.error({ edition: due.edition, slug: due.slug, err: error, retryMs }, "scheduled story not changed");
      }
    }
  }

  /** Stores the reason why a story could not be published; the desk shows it. Ignores errors of the store itself. */
  async function noteFailure(due: StaffStory, error: unknown, now: string): Promise<void> {
    const failure = { story_id: due.id, reason: toReason(database, error), failed_at: now };
    await saveFailure(database, failure).catch((err) => log.warn({ slug: due.slug, err }, "failure not stored"));
  }

  async function runStory(due: StaffStory, now: string): Promise<void> {
    const edition = editions().find(({ id }) => id === due.edition);
    // If the edition's files are invalid, its stories wait until the files are corrected.
    const changed = edition && (await withWriterLock(database, (transaction) => apply(transaction, edition, due, now)));
    if (changed) log.info({ edition: changed.edition, slug: changed.slug, state: changed.state }, "story changed");
  }

  return startJob({ name: "scheduled stories", intervalMs: INTERVAL_MS, run: runDue, log });
}

function toReason(database: Database, error: unknown): string {
  if (error instanceof EditorError) return error.message;
  if (isStoreUnavailable(database, error)) return "The server cannot write to its database. It goes on trying.";
  return `The server could not publish it, and goes on trying: ${toMessage(error)}`;
}

/** Publishes a story, or withdraws an expired one. Returns undefined if the story has changed since it was listed. */
async function apply(
  transaction: Database,
  edition: Edition,
  due: StaffStory,
  now: string,
): Promise<StaffStory | undefined> {
  const story = await findStaffStory(transaction, edition.id, due.slug);
  if (!story || story.state !== due.state || story.publish_at !== due.publish_at) return undefined;
  await requireNoTakedown(transaction, story);
  const isOver = story.expires_at !== null && story.expires_at <= now;
  const publishedAt = story.published_at ?? story.publish_at;
  const after = isOver
    ? await hideStory(transaction, story, "expired", null, now)
    : await showStory(transaction, edition, story, { published_at: publishedAt }, now);
  await deleteFailure(transaction, story.id);
  const by = { edition, actor: { name: "schedule" }, now };
  await logStory(transaction, by, isOver ? "expire" : "publish", story, after);
  return after;
}
