import { once } from "node:events";
import { removeControls, removeControlsWithin } from "../../core/controls.ts";
import { toMessage } from "../../core/toMessage.ts";

export type Reply<Response> = { response: Response } | { error: string };

/** IPC message with a request. The request's body follows on standard input. */
export interface Envelope<Request> {
  request: Request;
  bodyBytes: number;
}

/** Maximum length of an error message in characters. Some libraries quote the whole input. */
const MAX_ERROR_LENGTH = 500;

/**
 * Handles the requests that `openIsolatedProcess` sends. The module that runs in the child process calls this once.
 * Removes control characters from responses and errors, since their texts come from untrusted input.
 */
export function handleRequests<Request, Response>(
  handle: (request: Request, body: Uint8Array) => Response | Promise<Response>,
): void {
  async function reply({ request, bodyBytes }: Envelope<Request>): Promise<Reply<Response>> {
    try {
      return { response: removeControlsWithin(await handle(request, await readBody(bodyBytes))) };
    } catch (error) {
      return { error: removeControls(toMessage(error).slice(0, MAX_ERROR_LENGTH)) };
    }
  }
  process.on("message", async (envelope: Envelope<Request>) => process.send?.(await reply(envelope)));
  process.send?.("ready");
}

/** Reads one body. The sender sends the next body only after the reply. */
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
