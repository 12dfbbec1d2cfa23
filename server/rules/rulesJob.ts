import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import type { Database } from "../store/schema/schema.ts";
import { applyRules } from "./apply.ts";
import type { RuledEdition } from "./hide.ts";

/**
 * Time, in ms, between two runs of the job. A story that reaches the `olderThanDays` of a rule, or the end of its
 * review, is hidden or shown at the next run.
 */
const INTERVAL_MS = 5000;

interface Parts {
  editions: () => readonly RuledEdition[];
  database: Database;
  log: Logger;
}

/**
 * Maximum time, in ms, that the start of a server waits while changed rules are applied to stored stories. The newest
 * stories come first. The time suffices for about 40,000 stories. The job handles the others.
 */
const START_TIMEOUT_MS = 5000;

/** Applies the rules to stored stories before the first page is rendered, so that the page shows no hidden story. */
export async function applyRulesAtStart({ editions, database, log }: Parts): Promise<void> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  await applyRules({ database, now: Date.now, signal }, editions()).catch((error) =>
    log.error({ err: error }, "rules not applied at the start"),
  );
}

/**
 * Starts a job that applies changed rules to all stored stories. The job also applies rules to stories that have
 * reached the `olderThanDays` of a rule or the end of their review.
 */
export function startRules({ editions, database, log }: Parts): Job {
  return startJob({
    name: "rules",
    intervalMs: INTERVAL_MS,
    async run(signal) {
      const changed = await applyRules({ database, now: Date.now, signal }, editions());
      if (changed > 0) log.info({ stories: changed }, "rules applied to stored stories");
    },
    log,
  });
}
