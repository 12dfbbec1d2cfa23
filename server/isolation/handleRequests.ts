import { once } from "node:events";

export type Reply<Response> = { response: Response } | { error: string };

/** IPC message of a request. Its body follows on standard input. */
export interface Envelope<Request> {
  request: Request;
  bodyBytes: number;
}

/** Handles requests of `openIsolatedProcess`. The module that runs in the child process calls this once. */
export function handleRequests<Request, Response>(
  handle: (request: Request, body: Uint8Array) => Response | Promise<Response>,
): void {
  async function reply({ request, bodyBytes }: Envelope<Request>): Promise<Reply<Response>> {
    try {
      return { response: await handle(request, await readBody(bodyBytes)) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }
  process.on("message", async (envelope: Envelope<Request>) => process.send?.(await reply(envelope)));
  process.send?.("ready");
}

/** Reads one body. No further body is sent before the reply. */
async function readBody(bytes: number): Promise<Uint8Array> {
  const body = new Uint8Array(bytes);
  for (let received = 0; received < bytes; ) {
    const chunk: Buffer | null = process.stdin.read();
    if (chunk) body.set(chunk, received);
    else await once(process.stdin, "readable");
    received += chunk?.length ?? 0;
  }
  return body;
}
