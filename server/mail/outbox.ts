import type { Logger } from "pino";
import { refusalOf } from "./smtpRejection.ts";

/** Mails what is stored and was not mailed, until it is. */
export interface Outbox {
  /** There is something new to mail. */
  nudge(): void;
  /** Returns when nothing is under way any more. */
  stop(): Promise<void>;
}

interface Parts<Row> {
  /** What is to be mailed now, such that none that fails holds up the others. */
  waiting(limit: number): Promise<Row[]>;
  /**
   * Mails it and stores that it did, or why it could not.
   *
   * @returns whether that ended it; where nothing comes to an end, the rest waits
   * @throws what the mail server answered, after that is stored
   */
  mail(row: Row): Promise<boolean>;
  log: Logger;
  /** For the log: "messages". */
  what: string;
}

const RETRY_MS = 3 * 60_000;
const AT_ONCE = 100;

/** Mails at start-up, at every nudge, and every few minutes what failed before. */
export function startOutbox<Row>({ waiting, mail, log, what }: Parts<Row>): Outbox {
  let stopped = false;
  let delivering = Promise.resolve();
  let isNudged = false;
  const timer = setInterval(nudge, RETRY_MS);
  nudge();

  /** Nudges that come while one waits for its turn are that one. */
  function nudge() {
    if (isNudged) return;
    isNudged = true;
    delivering = delivering
      .then(deliver)
      .catch((error) => log.error({ err: error }, `${what} not mailed: the store did not answer`));
  }

  async function deliver() {
    isNudged = false;
    for (let isMore = true; isMore; ) {
      const rows = await waiting(AT_ONCE);
      let isMailed = false;
      for (const row of rows) {
        if (stopped) return;
        try {
          isMailed = (await mail(row)) || isMailed;
        } catch (error) {
          // What was refused is this one's own matter; a server that is not there takes the next one neither.
          if (refusalOf(error) === null) return;
        }
      }
      isMore = isMailed && rows.length === AT_ONCE;
    }
  }

  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await delivering;
    },
  };
}
