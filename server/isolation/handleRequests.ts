/** The child's reply to one request. */
export type Reply<Response> = { response: Response } | { error: string };

/** Answers the requests of `openIsolatedProcess`. The module that runs in the child process calls it once. */
export function handleRequests<Request, Response>(handle: (request: Request) => Response | Promise<Response>): void {
  async function reply(request: Request): Promise<Reply<Response>> {
    try {
      return { response: await handle(request) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }
  process.on("message", async (request: Request) => process.send?.(await reply(request)));
  process.send?.("ready");
}
