import type { Logger } from "pino";
import type { Edition } from "../editions/loading/load.ts";
import { DEFAULT_KEEP_DAYS } from "../editions/pages/contact.ts";
import { type Job, startJob } from "../jobs/job.ts";
import { isClockTrusted } from "../store/clock.ts";
import { deleteMessagesBefore } from "../store/contactMessages.ts";
import type { Database } from "../store/schema/schema.ts";

interface Parts {
  editions: () => readonly Pick<Edition, "id" | "contact">[];
  database: Database;
  log: Logger;
}

const INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Starts a job that deletes contact messages older than their edition's `keepDays`, as the privacy policy promises. */
export function startMessageExpiry({ editions, database, log }: Parts): Job {
  async function deleteExpired(): Promise<void> {
    if (!(await isClockTrusted(database))) return;
    const current = editions();
    const limits = current.flatMap(({ id, contact }) => (contact ? [{ id, days: contact.keepDays }] : []));
    for (const { id, days } of limits) await deleteOlder(days, { edition: id });
    await deleteOlder(DEFAULT_KEEP_DAYS, { except: limits.map(({ id }) => id) });
  }

  async function deleteOlder(days: number, scope: Parameters<typeof deleteMessagesBefore>[2]): Promise<void> {
    const before = new Date(Date.now() - days * DAY_MS).toISOString();
    const { deleted, unsent } = await deleteMessagesBefore(database, before, scope);
    if (deleted > 0) log.info({ ...scope, days, deleted, unsent }, "old messages deleted");
  }

  return startJob({ name: "message expiry", intervalMs: INTERVAL_MS, run: deleteExpired, log });
}
