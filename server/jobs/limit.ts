import { setImmediate as nextTurn } from "node:timers/promises";

export type Limit = ReturnType<typeof createLimit>;

/** Thrown if the maximum number of runs is reached. The client may try again after a few seconds. */
export class TooBusyError extends Error {
  override name = "TooBusyError";
}

/** Limits concurrent runs of an expensive task, so that a burst of requests delays no reader for long. */
export function createLimit(maxRuns: number) {
  let running = 0;
  let lastStart = Promise.resolve();
  return {
    /**
     * Starts a task in its own turn of the event loop. Renders that start in one turn continue in the same later turns,
     * so requests wait for all of these renders: 32 renders delayed every cached page by half a second.
     *
     * @throws {TooBusyError} if `maxRuns` tasks are running
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
