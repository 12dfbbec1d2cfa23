import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import type { Database } from "../store/schema.ts";
import { applyRules } from "./apply.ts";
import type { RuledEdition } from "./hide.ts";

/** Longest delay, in ms, after a story has reached an age or has waited long enough. */
const INTERVAL_MS = 5000;

interface Parts {
  editions: () => readonly RuledEdition[];
  database: Database;
  log: Logger;
}

/** Starts a job that applies changed rules to stored stories, and rules about age and the ends of reviews when they are due. */
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
