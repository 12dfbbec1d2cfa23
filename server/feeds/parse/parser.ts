import { openIsolatedProcess } from "../../isolation/isolatedProcess.ts";
import type { ParseRequest } from "./parseProcess.ts";
import type { FeedSource, ReadFeed } from "./readFeed.ts";
import { UnreadableFeed } from "./unreadable.ts";

/** Parses feeds in a child process, so that neither a large feed nor a hostile one can delay or end the server. */
export interface Reader {
  /** @throws {UnreadableFeed} if the bytes are no feed, or parsing them exceeds the limits on time or memory */
  read(body: Uint8Array<ArrayBuffer>, source: FeedSource): Promise<ReadFeed>;
  close(): Promise<void>;
}

/** The largest recorded feed takes a twentieth of `timeoutMs`. */
const LIMITS = { timeoutMs: 5000, maxHeapMb: 48, idleMs: 60_000 };

export function openReader(): Reader {
  const isolated = openIsolatedProcess<ParseRequest, ReadFeed>({
    module: new URL("./parseProcess.ts", import.meta.url),
    task: "Parsing the feed",
    ...LIMITS,
  });
  return {
    async read(body, source) {
      try {
        return await isolated.run({ body, source });
      } catch (error) {
        throw new UnreadableFeed((error as Error).message, { cause: error });
      }
    },
    close: isolated.close,
  };
}
