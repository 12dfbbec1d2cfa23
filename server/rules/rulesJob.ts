import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import type { Database } from "../store/schema/schema.ts";
import { applyRules } from "./apply.ts";
import type { RuledEdition } from "./hide.ts";

/** Maximum delay, in ms, before a story is hidden or shown, once the story reaches a rule's age or its review ends. */
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

/** Starts a job that applies rules after they change, and when stories reach a rule's age or their review's end. */
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
