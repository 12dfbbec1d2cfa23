import { parentPort } from "node:worker_threads";
import { type FeedSource, readFeed } from "./readFeed.ts";

/** What is asked of the thread, and what it answers. A number says which answer belongs to which question. */
export interface Question {
  id: number;
  body: Uint8Array<ArrayBuffer>;
  source: FeedSource;
}

parentPort?.on("message", ({ id, body, source }: Question) => {
  parentPort?.postMessage({ id, isBegun: true });
  try {
    parentPort?.postMessage({ id, read: readFeed(body, source) });
  } catch (error) {
    parentPort?.postMessage({ id, reason: (error as Error).message });
  }
});
