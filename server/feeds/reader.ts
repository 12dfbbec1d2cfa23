import type { FeedSource, ReadFeed } from "./read.ts";
import { openReadThread, type ReadThread } from "./readThread.ts";

/** Reads feeds beside the thread that answers readers, so that a large feed never makes a page wait. */
export interface Reader {
  /**
   * @param body is handed over and cannot be used afterwards
   * @throws {UnreadableFeed} where the bytes are no feed, or reading them takes too long or too much memory
   */
  read(body: Uint8Array<ArrayBuffer>, source: FeedSource): Promise<ReadFeed>;
  close(): Promise<void>;
}

/** Bytes. What is larger is read apart, so that it delays no feed of the usual size. */
const LARGE = 1024 * 1024;

/** Opens two threads when they are first needed: one for feeds of the usual size, one for large ones. */
export function openReader(): Reader {
  const usual: ReadThread = openReadThread();
  const large: ReadThread = openReadThread();
  return {
    read: (body, source) => (body.length > LARGE ? large : usual).read(body, source),
    async close() {
      await Promise.all([usual.close(), large.close()]);
    },
  };
}
