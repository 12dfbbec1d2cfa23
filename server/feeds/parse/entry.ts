import type { Enclosure, FeedKind, Rhythm } from "../../../core/article.ts";

/** Text as a feed gives it: with markup, or without. */
export interface FeedText {
  value: string;
  isHtml: boolean;
}

/** A picture that an entry names, from the most to the least telling place. */
export interface PictureCandidate {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
  caption: string;
  credit: string;
  /** Whether the entry calls it a small copy of another. */
  isThumbnail?: boolean;
}

/** What every format of feed is read into before it is made an article. Addresses are absolute; texts are as they came. */
export interface Entry {
  title: FeedText;
  link: string | null;
  guid: string | null;
  author: string | null;
  /** As the feed words them. */
  published: string | null;
  updated: string | null;
  description: FeedText;
  content: FeedText;
  pictures: PictureCandidate[];
  enclosures: Enclosure[];
  categories: string[];
  /** Against which addresses inside the texts are resolved. */
  base: string | null;
}

/** A feed as its format says it. */
export interface RawFeed {
  kind: FeedKind;
  title: FeedText;
  description: FeedText;
  link: string | null;
  language: string | null;
  rhythm: Rhythm;
  entries: Entry[];
}

export const NO_TEXT: FeedText = { value: "", isHtml: false };
