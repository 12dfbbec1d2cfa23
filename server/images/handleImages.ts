import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { toMessage } from "../../core/toMessage.ts";
import { handleRequests } from "../isolation/handleRequests.ts";

/**
 * Handles the requests of a process that decodes images. Uses at most one processor at the lowest priority, so that the
 * server's pages stay fast.
 */
export function handleImages<Request, Response>(
  handle: (request: Request, bytes: Uint8Array) => Promise<Response>,
): void {
  setPriority(constants.priority.PRIORITY_LOW);
  sharp.concurrency(1);
  sharp.cache(false);
  handleRequests(async (request: Request, bytes) => {
    try {
      return await handle(request, bytes);
    } catch (error) {
      // Keeps only the first line, since the other lines are a trace of libvips.
      const [reason] = toMessage(error).split("\n");
      throw new Error(reason, { cause: error });
    }
  });
}
