import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/**
 * Does things with the store again and again until it answers: a database that is away for a minute must not make mails go
 * out whose answers are then forgotten.
 *
 * @param signal after it, a thing is tried once more and no longer
 */
export function persistent(log: Logger, signal: AbortSignal) {
  return async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const isLast = signal.aborted;
      try {
        return await work();
      } catch (error) {
        if (isLast) throw error;
        log.warn({ err: error, what }, "the store did not answer: tried again");
        await wait(pause, undefined, { signal }).catch(() => {});
      }
    }
  };
}
