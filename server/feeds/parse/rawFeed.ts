import type { Enclosure, FeedKind, RequestedInterval } from "../../../core/article.ts";

/** Text of a feed, as it was written. */
export interface FeedText {
  value: string;
  isHtml: boolean;
}

/** An image that may become the article's. Sizes are in pixels. */
export interface ImageCandidate {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
  caption: string;
  credit: string;
  /** The entry names it as a small copy of another image. */
  isThumbnail?: boolean;
}

/** Creates a candidate from a URL alone. */
export function toPlainCandidate(url: string): ImageCandidate {
  return { url, width: null, height: null, alt: "", caption: "", credit: "" };
}

/** An entry of a feed in any format. URLs are absolute, texts are as they were written. */
export interface Entry {
  title: FeedText;
  link: string | null;
  guid: string | null;
  author: string | null;
  /** Dates as they were written. */
  published: string | null;
  updated: string | null;
  description: FeedText;
  content: FeedText;
  /** Images named outside the texts, the most reliable source first. */
  images: ImageCandidate[];
  enclosures: Enclosure[];
  categories: string[];
  /** Base of relative URLs in the texts. */
  baseUrl: string | null;
}

export interface RawFeed {
  kind: FeedKind;
  title: FeedText;
  description: FeedText;
  link: string | null;
  language: string | null;
  pollingHints: RequestedInterval;
  entries: Entry[];
}

/** Thrown for a body that is no feed, or cannot be parsed. The message is one plain sentence. */
export class FeedParseError extends Error {
  override name = "FeedParseError";
}

export function toText(value: string): FeedText {
  return { value, isHtml: false };
}

export function toHtml(value: string): FeedText {
  return { value, isHtml: true };
}
