import type { Feed, Rhythm } from "../../../core/article.ts";
import { plainTitle, soundText } from "../../html/text.ts";
import { parseDate } from "../dates/parseDate.ts";
import { articleOf } from "./article.ts";
import { decodeBody } from "./decodeBody.ts";
import type { Entry } from "./entry.ts";
import { parseFeed } from "./parseFeed.ts";
import { UnreadableFeed } from "./unreadable.ts";

export interface FeedSource {
  /** The HTTP header that the body came with. */
  contentType?: string | null | undefined;
  /** The address that it came from. */
  url?: string | null | undefined;
  /** The HTTP header that names the body's language. */
  contentLanguage?: string | null | undefined;
  /** How many articles are wanted, the newest; all where it is not given. */
  newest?: number | undefined;
}

/** A feed as read, and what in its text was not well-formed; null where everything was. */
export interface ReadFeed {
  feed: Feed;
  fault: string | null;
  rhythm: Rhythm;
}

/**
 * Reads a feed from the bytes that a server sent: decodes, parses and cleans it.
 *
 * @throws {UnreadableFeed} where the bytes are no feed
 */
export function readFeed(body: Uint8Array, source: FeedSource): ReadFeed {
  const { contentType = null, url = null, contentLanguage = null, newest } = source;
  const { feed: raw, fault } = parseFeed(decode(body, contentType), url);
  const entries = newest === undefined ? raw.entries : newestOf(raw.entries, newest);
  const feed: Feed = {
    kind: raw.kind,
    title: plainTitle(raw.title.value, raw.title.isHtml),
    description: plainTitle(raw.description.value, raw.description.isHtml),
    link: raw.link,
    language: soundText(raw.language ?? contentLanguage?.split(",")[0] ?? "").trim() || null,
    articles: entries.map(articleOf),
  };
  return { feed, fault, rhythm: raw.rhythm };
}

/** Cleaning an entry is the dear part of reading it, so the newest are found by their dates alone. */
function newestOf(entries: readonly Entry[], count: number): Entry[] {
  if (entries.length <= count) return [...entries];
  // An entry without a date is taken for new, as the store does when it sees it first.
  const dated = entries.map((entry, index) => ({ entry, index, date: parseDate(entry.published) ?? "9999" }));
  dated.sort((a, b) => (a.date === b.date ? a.index - b.index : a.date < b.date ? 1 : -1));
  return dated
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ entry }) => entry);
}

function decode(body: Uint8Array, contentType: string | null): string {
  try {
    return decodeBody(body, contentType);
  } catch (error) {
    throw new UnreadableFeed(`The bytes could not be decoded: ${(error as Error).message}.`);
  }
}
