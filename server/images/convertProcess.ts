import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { type Conversion, type Converted, convert } from "./convert.ts";

/** What the process is asked, and what it answers: what came out, or a sentence that says why nothing did. */
export type Answer = Converted | { reason: string };

/*
 * The process that `converter.ts` starts. Everything else goes before it, and it takes one processor at most: pages never
 * wait for pictures.
 */
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

process.on("message", async (conversion: Conversion) => {
  process.send?.(await answerTo(conversion));
});

async function answerTo(conversion: Conversion): Promise<Answer> {
  try {
    return await convert(conversion);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    return { reason };
  }
}
