import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { handleRequests } from "../isolation/handleRequests.ts";
import { type Conversion, convert } from "./convert.ts";

// Pages never wait for images: this process uses one processor at most, and only when no other process needs it.
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

handleRequests(async (conversion: Conversion) => {
  try {
    return await convert(conversion);
  } catch (error) {
    // The lines after the first are libvips' own trace.
    const [reason] = (error as Error).message.split("\n");
    throw new Error(reason, { cause: error });
  }
});
