import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { getRejectionCode } from "./smtpReplies.ts";

/** Unsent messages in a database table. */
interface Outbox<Row> {
  /** Name of the outbox in the log, such as "contact mails". */
  name: string;
  /** Returns up to `limit` unsent rows, least often tried first, so that one failing row cannot block other rows. */
  listUnsent(limit: number): Promise<Row[]>;
  /**
   * Mails a row and stores the result.
   *
   * @returns false if the row stays unsent without an attempt, such as a row of a removed edition
   * @throws the error of a failed attempt, after storing it
   */
  deliver(row: Row): Promise<boolean>;
  log: Logger;
}

const BATCH_SIZE = 100;
/** Interval, in ms, of passes. Each pass retries failed messages. */
const INTERVAL_MS = 3 * 60_000;

/** Starts a job that mails all unsent rows. A pass goes on after a rejected message. Any other error ends the pass. */
export function startOutbox<Row>({ name, listUnsent, deliver, log }: Outbox<Row>): Job {
  async function deliverUnsent(signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore; ) {
      const rows = await listUnsent(BATCH_SIZE);
      let delivered = 0;
      for (const row of rows) {
        if (signal.aborted) return;
        try {
          if (await deliver(row)) delivered++;
        } catch (error) {
          // A rejection concerns only one message. Any other error would recur for each message, so it ends the pass.
          if (getRejectionCode(error) === null) return;
        }
      }
      isMore = delivered > 0 && rows.length === BATCH_SIZE;
    }
  }
  return startJob({ name, intervalMs: INTERVAL_MS, run: deliverUnsent, log });
}
