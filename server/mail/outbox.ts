import { getRejectionCode } from "./smtpReplies.ts";

/** Messages in a table that wait to be mailed. */
interface Outbox<Row> {
  /** Returns up to `limit` unsent rows, least often tried first, so that one failing row cannot block the rest. */
  findUnsent(limit: number): Promise<Row[]>;
  /**
   * Mails a row and stores the result.
   *
   * @returns false if the row stays unsent without an attempt, such as one of an edition that was removed
   * @throws the error of the attempt, after it was stored
   */
  deliver(row: Row): Promise<boolean>;
}

const BATCH_SIZE = 100;

/** Delay between two passes over an outbox, after which failed messages are tried again. */
export const OUTBOX_INTERVAL_MS = 3 * 60_000;

/** Mails all unsent rows once. Ends early if the mail server cannot be reached, or after the row at hand if aborted. */
export async function deliverUnsent<Row>({ findUnsent, deliver }: Outbox<Row>, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore; ) {
    const rows = await findUnsent(BATCH_SIZE);
    let delivered = 0;
    for (const row of rows) {
      if (signal.aborted) return;
      try {
        if (await deliver(row)) delivered++;
      } catch (error) {
        // A rejection concerns one message. Any other error would hit the next one too, so the pass ends.
        if (getRejectionCode(error) === null) return;
      }
    }
    isMore = delivered > 0 && rows.length === BATCH_SIZE;
  }
}
