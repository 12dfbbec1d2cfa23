import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { isClockTrusted } from "../store/clock.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import { findAlert, listDueAlerts, updateAlert } from "../store/stories/alerts.ts";
import { logAlerts } from "./alerts.ts";

const INTERVAL_MS = 500;

/** Starts a job that begins and ends alerts at their times. Any number of processes may run it. */
export function startAlertSchedule({ database, log }: { database: Database; log: Logger }): Job {
  async function runDue(): Promise<void> {
    const now = new Date().toISOString();
    const mayEnd = await isClockTrusted(database);
    for (const due of await listDueAlerts(database, now))
      await withWriterLock(database, async (transaction) => {
        const before = await findAlert(transaction, due.edition, due.id);
        // Another process or an editor may have changed the alert meanwhile.
        if (before?.state !== due.state) return;
        const state = before.ends_at <= now ? "ended" : "current";
        if (state === "ended" && !mayEnd) return;
        const after = await updateAlert(transaction, before, { state });
        const action = state === "ended" ? "end alert" : "begin alert";
        const by = { edition: { id: due.edition }, editor: "schedule", now };
        await logAlerts(transaction, by, [{ action, before, after }]);
        log.info({ edition: due.edition, alert: due.id, state }, "alert changed");
      });
  }

  return startJob({ name: "alerts", intervalMs: INTERVAL_MS, run: runDue, log });
}
