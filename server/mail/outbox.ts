import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { getRejectionCode } from "./smtpReplies.ts";

/** Unsent messages in a database table. */
interface Outbox<Row> {
  /** Name of the outbox in the log, such as "contact mails". */
  name: string;
  /** Returns the ids of all unsent rows, least often tried first, so that one failing row cannot block other rows. */
  listUnsent(): Promise<number[]>;
  /** Returns a row; undefined if it is no longer unsent. */
  findUnsent(id: number): Promise<Row | undefined>;
  /**
   * Mails a row and stores the result. Leaves a row that cannot be mailed now, such as a row of a removed edition.
   *
   * @throws the error of a failed attempt, after storing it
   */
  deliver(row: Row): Promise<void>;
  log: Logger;
}

/** Interval, in ms, of passes. Each pass retries failed messages. */
const INTERVAL_MS = 3 * 60_000;

/** Starts a job that mails all unsent rows. A pass goes on after a rejected message. Any other error ends the pass. */
export function startOutbox<Row>({ name, listUnsent, findUnsent, deliver, log }: Outbox<Row>): Job {
  async function deliverUnsent(signal: AbortSignal): Promise<void> {
    for (const id of await listUnsent()) {
      if (signal.aborted) return;
      const row = await findUnsent(id);
      try {
        if (row) await deliver(row);
      } catch (error) {
        // A rejection concerns only one message. Any other error would recur for each message, so it ends the pass.
        if (getRejectionCode(error) === null) return;
      }
    }
  }
  return startJob({ name, intervalMs: INTERVAL_MS, run: deliverUnsent, log });
}
