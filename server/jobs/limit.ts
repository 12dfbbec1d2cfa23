import { setImmediate as nextTurn } from "node:timers/promises";

export type Limit = ReturnType<typeof createLimit>;

/** Too much of one kind of work is running. The client may try again in seconds. */
export class TooBusyError extends Error {
  override name = "TooBusyError";
}

/** Limits the runs of some work at a time, so that whoever asks for too much of it delays no reader for long. */
export function createLimit(maxRuns: number) {
  let running = 0;
  let lastStart = Promise.resolve();
  return {
    /**
     * Starts some work in a turn of the event loop of its own. Renders that start in one turn also yield in one, and so
     * hold the thread together: 32 of them held every cached page for half a second.
     *
     * @throws {TooBusyError} if `maxRuns` are running
     */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running >= maxRuns) throw new TooBusyError(`${running} are running already.`);
      running++;
      try {
        lastStart = lastStart.then(() => nextTurn());
        await lastStart;
        return await work();
      } finally {
        running--;
      }
    },
  };
}
