import { type FeedSource, type ParsedFeed, readFeed } from "./readFeed.ts";
import { unwrapContents } from "./unwrapFeed.ts";

interface FeedResponse extends FeedSource {
  /** True for the response of a relay that wraps the feed in JSON. */
  isWrapped?: boolean;
}

/** Parses the response of a feed's server or of a relay. @throws {Error} if it contains no feed */
export function parse({ isWrapped = false, ...source }: FeedResponse, body: Uint8Array): ParsedFeed {
  if (!isWrapped) return readFeed(body, source);
  // The Content-Type of a wrapper describes its JSON. The feed in that JSON is text already.
  return readFeed(unwrapContents(body), { ...source, contentType: "application/xml; charset=utf-8" });
}
