import { type FeedSource, type ParsedFeed, readFeed } from "./readFeed.ts";

interface FeedResponse extends FeedSource {
  /** True for the response of a relay that wraps the feed in JSON. */
  isWrapped?: boolean;
}

/** Parses the response of a feed's server or of a relay. @throws {Error} if it contains no feed */
export function parse({ isWrapped = false, ...source }: FeedResponse, body: Uint8Array): ParsedFeed {
  if (!isWrapped) return readFeed(body, source);
  // Replaces the response's Content-Type, since it describes the JSON, not the feed in the JSON.
  return readFeed(unwrapContents(body), { ...source, contentType: "application/xml; charset=utf-8" });
}

/**
 * Returns the feed from a relay's JSON. The field `contents` is the feed's text, or a data: URL that contains the feed.
 *
 * @throws {Error} if the response is not JSON, or the field contains no text
 */
function unwrapContents(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const contents = parseContents(body);
  const dataUrl = /^data:[^,]*?(;base64)?,/i.exec(contents);
  if (!dataUrl) return new TextEncoder().encode(contents);
  const data = contents.slice(dataUrl[0].length);
  return dataUrl[1] ? Uint8Array.from(Buffer.from(data, "base64")) : new TextEncoder().encode(decodeURIComponent(data));
}

function parseContents(body: Uint8Array): string {
  let response: unknown;
  try {
    response = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Error("The relay's response is not JSON.");
  }
  const contents = (response as { contents?: unknown } | null)?.contents;
  if (typeof contents !== "string" || contents.trim() === "")
    throw new Error("The relay's response has no text in its contents field.");
  return contents;
}
