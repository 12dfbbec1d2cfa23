import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { handleRequests } from "../isolation/handleRequests.ts";
import { type Conversion, convert } from "./convert.ts";

// Keeps pages fast: this process uses at most one processor, at the lowest priority.
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

handleRequests(async (conversion: Conversion) => {
  try {
    return await convert(conversion);
  } catch (error) {
    // Removes the lines after the first, which are libvips' trace.
    const [reason] = (error as Error).message.split("\n");
    throw new Error(reason, { cause: error });
  }
});
