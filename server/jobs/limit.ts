export type Limit = ReturnType<typeof createLimit>;

/** Too much of one kind of work is running. The client may try again in seconds. */
export class TooBusyError extends Error {
  override name = "TooBusyError";
}

/** Limits the runs of some work at a time, so that whoever asks for too much of it delays no reader for long. */
export function createLimit(maxRuns: number) {
  let running = 0;
  return {
    /** @throws {TooBusyError} if `maxRuns` are running */
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
