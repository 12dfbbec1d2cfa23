import type { Enclosure } from "../article.ts";

/** Specification, section 9: the 50 newest articles, kept by readers for 60 minutes, with a picture of this size. */
export const ITEMS_IN_FEED = 50;
export const TTL_MINUTES = 60;
export const FEED_IMAGE = { width: 1200, height: 630 } as const;

/** What a feed says of itself. Addresses here and in items are absolute. */
export interface FeedChannel {
  title: string;
  description: string;
  /** The page that the feed stands for. */
  link: string;
  /** The feed's own address. */
  self: string;
  /** A language tag such as en-US. */
  language: string;
  copyright: string;
  /** A PNG, JPEG or GIF file of the size FEED_IMAGE. */
  image: string;
  /** Where readers may ask to be told of changes (WebSub); null where there is no such place. */
  hub: string | null;
  /** ISO 8601 instant of the last change, null where there was none yet. */
  changedAt: string | null;
}

/** A story as the feed has it. Texts are plain but for `contentHtml`. */
export interface FeedItem {
  title: string;
  /** The story's permanent address, by which readers know it again. */
  link: string;
  author: string;
  /** ISO 8601 instant. */
  date: string;
  /** The same of its last change. */
  changedAt: string;
  categories: string[];
  description: string;
  /** HTML without relative addresses; "" where there is none. */
  contentHtml: string;
  picture: { url: string; type: string; alt: string } | null;
  /** A recording that comes with the story, its type and length known. */
  enclosure: Enclosure | null;
  /** The feed that the story came from, null for a story of our own. */
  source: { title: string; url: string } | null;
}

/** A feed that we give out. */
export interface OutgoingFeed {
  channel: FeedChannel;
  items: FeedItem[];
}
