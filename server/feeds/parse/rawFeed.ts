import type { Enclosure, FeedKind, RequestedInterval } from "../../../core/article.ts";

/** Unprocessed text of a feed. */
export interface FeedText {
  value: string;
  isHtml: boolean;
}

/** An image that may become the article's image. Width and height are in pixels; null if unknown. */
export interface EntryImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
  caption: string;
  credit: string;
  /** True if the entry declares the image as a small copy of another image. */
  isThumbnail?: boolean;
}

/** Creates an image of which only the URL is known. */
export function toPlainCandidate(url: string): EntryImage {
  return { url, width: null, height: null, alt: "", caption: "", credit: "" };
}

/** An entry of a feed in any format, with absolute URLs and unprocessed texts. */
export interface RawEntry {
  title: FeedText;
  link: string | null;
  guid: string | null;
  author: string | null;
  /** `published` and `updated`: unparsed dates, most reliable first. */
  published: string[];
  updated: string[];
  description: FeedText;
  content: FeedText;
  /** Images outside the texts, most reliable source first. */
  images: EntryImage[];
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
  entries: RawEntry[];
}

/** Thrown for a body that is not a feed or cannot be parsed. The message is one plain sentence. */
export class FeedParseError extends Error {
  override name = "FeedParseError";
}

export function asPlainText(value: string): FeedText {
  return { value, isHtml: false };
}

export function asHtml(value: string): FeedText {
  return { value, isHtml: true };
}
