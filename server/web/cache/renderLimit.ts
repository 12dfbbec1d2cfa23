export type RenderLimit = ReturnType<typeof createRenderLimit>;

/** Too many pages are being rendered for requests. The client may try again in seconds. */
export class TooBusyError extends Error {
  override name = "TooBusyError";
}

/** Limits the renders for requests at a time, so that whoever asks for too much delays no reader for long. */
export function createRenderLimit(maxRenders: number) {
  let running = 0;
  return {
    /** @throws {TooBusyError} if `maxRenders` are running */
    async run<Result>(render: () => Promise<Result>): Promise<Result> {
      if (running >= maxRenders) throw new TooBusyError(`${running} pages are being rendered.`);
      running++;
      try {
        return await render();
      } finally {
        running--;
      }
    },
  };
}
