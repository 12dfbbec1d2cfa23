import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { toMessage } from "../../core/toMessage.ts";
import { handleRequests } from "../isolation/handleRequests.ts";
import { inspect } from "./inspect.ts";

// Uses at most one processor at the lowest priority, so that the server's pages stay fast.
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

handleRequests(async (_request: object, original) => {
  try {
    return await inspect(original);
  } catch (error) {
    // Keeps only the first line of the message, since the others are a stack trace of libvips.
    const [reason] = toMessage(error).split("\n");
    throw new Error(reason, { cause: error });
  }
});
