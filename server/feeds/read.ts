import type { Feed } from "../../core/article.ts";
import { articleOf } from "./article.ts";
import { decodeBody } from "./decode.ts";
import { parseFeed } from "./parse.ts";
import { plainTitle } from "./text.ts";
import { UnreadableFeed } from "./unreadable.ts";

export interface FeedSource {
  /** The HTTP header that the body came with. */
  contentType?: string | null | undefined;
  /** The address that it came from. */
  url?: string | null | undefined;
}

/** A feed as read, and what in its text was not well-formed; null where everything was. */
export interface ReadFeed {
  feed: Feed;
  fault: string | null;
}

/**
 * Reads a feed from the bytes that a server sent: decodes, parses and cleans it.
 *
 * @throws {UnreadableFeed} where the bytes are no feed
 */
export function readFeed(body: Uint8Array, { contentType = null, url = null }: FeedSource): ReadFeed {
  const { feed: raw, fault } = parseFeed(decode(body, contentType), url);
  const feed: Feed = {
    kind: raw.kind,
    title: plainTitle(raw.title.value, raw.title.isHtml),
    description: plainTitle(raw.description.value, raw.description.isHtml),
    link: raw.link,
    language: raw.language,
    articles: raw.entries.map(articleOf),
  };
  // A text that broke off before its first entry ended tells nothing.
  if (fault && feed.articles.length === 0) throw new UnreadableFeed(`The XML is broken: ${fault}`);
  return { feed, fault };
}

function decode(body: Uint8Array, contentType: string | null): string {
  try {
    return decodeBody(body, contentType);
  } catch (error) {
    throw new UnreadableFeed(`The bytes could not be decoded: ${(error as Error).message}.`);
  }
}
