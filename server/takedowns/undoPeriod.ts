import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import { type Job, startJob } from "../jobs/job.ts";
import { isClockTrusted } from "../store/clock.ts";
import type { Database } from "../store/schema/schema.ts";
import { deleteSealedCopiesBefore } from "../store/takedowns/sealedCopies.ts";
import { listUnerasedArticles } from "../store/takedowns/takenDownArticles.ts";
import { openSealer } from "./sealer.ts";
import { eraseEarlierTakedowns } from "./takeDown.ts";

/** A takedown can be undone for this number of days. */
export const UNDO_DAYS = 30;

const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 60 * 60_000;
const BATCH_SIZE = 50;

interface Parts {
  database: Database;
  editions: readonly Edition[];
  config: Pick<Config, "DATABASE_URL" | "DATA_DIR">;
}

interface JobParts extends Omit<Parts, "editions"> {
  editions: Editions;
  log: Logger;
  /** Called after articles were erased, to start the deletion of their image files. */
  onErased: () => void;
}

/**
 * Erases the texts of stories that earlier versions of Broadsheet only marked as taken down. Also deletes sealed copies
 * after `UNDO_DAYS`.
 *
 * @param now ms since 1970
 * @returns the number of erased articles and of deleted copies
 */
export async function expireCopies({ database, editions, config }: Parts, now: number) {
  const folder = config.DATA_DIR;
  let erased = 0;
  for (;;) {
    const articles = await listUnerasedArticles(database, BATCH_SIZE);
    if (articles.length === 0) break;
    await eraseEarlierTakedowns({ database, editions, folder, now, sealer: await openSealer(config) }, articles);
    erased += articles.length;
  }
  if (!(await isClockTrusted(database, now))) return { erased, deleted: 0 };
  const deleted = await deleteSealedCopiesBefore(database, new Date(now - UNDO_DAYS * DAY_MS).toISOString());
  return { erased, deleted };
}

/** Starts an hourly job that runs `expireCopies`. */
export function startCopyExpiry({ editions, log, onErased, ...parts }: JobParts): Job {
  async function run(): Promise<void> {
    const { erased, deleted } = await expireCopies({ ...parts, editions: editions.all() }, Date.now());
    if (erased > 0) {
      log.info({ articles: erased }, "texts of earlier takedowns erased");
      onErased();
    }
    if (deleted > 0) log.info({ articles: deleted }, "sealed copies deleted");
  }
  return startJob({ name: "takedown expiry", intervalMs: INTERVAL_MS, run, log });
}
