import { openIsolatedProcess } from "../../isolation/isolatedProcess.ts";
import { FeedParseError } from "./rawFeed.ts";
import type { FeedSource, ReadFeed } from "./readFeed.ts";

/** Parses feeds in a child process, so that neither a large feed nor a hostile one can delay or end the server. */
export interface FeedParser {
  /** @throws {FeedParseError} if the bytes are no feed, or parsing them exceeds the limits on time or memory */
  parse(body: Uint8Array<ArrayBuffer>, source: FeedSource): Promise<ReadFeed>;
  close(): Promise<void>;
}

/** The largest recorded feed takes a twentieth of `timeoutMs`. */
const LIMITS = { timeoutMs: 5000, maxHeapMb: 48, idleMs: 60_000 };

export function openParser(): FeedParser {
  const isolated = openIsolatedProcess<FeedSource, ReadFeed>({
    module: new URL("./parseProcess.ts", import.meta.url),
    task: "Parsing the feed",
    ...LIMITS,
  });
  return {
    async parse(body, source) {
      try {
        return await isolated.run(source, body);
      } catch (error) {
        throw new FeedParseError((error as Error).message, { cause: error });
      }
    },
    close: isolated.close,
  };
}
