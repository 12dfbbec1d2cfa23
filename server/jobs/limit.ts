export type Limit = ReturnType<typeof createLimit>;

/** Thrown at a limit of concurrent runs. The client may try again after a few seconds. */
export class TooBusyError extends Error {
  override name = "TooBusyError";
}

/** Limits concurrent runs of an expensive task, so that a burst of requests delays no reader for long. */
export function createLimit(maxRuns: number) {
  let running = 0;
  return {
    /** @throws {TooBusyError} if `maxRuns` tasks are running */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running >= maxRuns) throw new TooBusyError(`${running} are running already.`);
      running++;
      try {
        return await work();
      } finally {
        running--;
      }
    },
  };
}
