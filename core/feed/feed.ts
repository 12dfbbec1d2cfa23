import type { Enclosure } from "../article.ts";

/** Values from the specification, section 9. FEED_IMAGE is in pixels. */
export const ITEMS_IN_FEED = 50;
export const TTL_MINUTES = 60;
export const FEED_IMAGE = { width: 1200, height: 630 } as const;

/** Metadata of a feed that we publish. Addresses in the metadata and in items are absolute. */
export interface FeedChannel {
  title: string;
  description: string;
  /** Address of the page with the feed's stories. */
  link: string;
  /** The feed's own address. */
  self: string;
  /** A language tag such as en-US. */
  language: string;
  copyright: string;
  /** Address of a PNG, JPEG or GIF image with the dimensions of FEED_IMAGE. */
  image: string;
  /** Address of the WebSub hub; null if there is none. */
  hub: string | null;
  /** ISO 8601 instant of the last change; null if the feed is empty. */
  changedAt: string | null;
}

/** A story in a feed. All texts except `contentHtml` are plain text. */
export interface FeedItem {
  title: string;
  /** Permanent address, which also identifies the story. */
  link: string;
  /** Byline. If the story comes from a feed, the byline names its publisher. */
  author: string;
  /** ISO 8601 instant. Items are sorted by date. */
  date: string;
  /** True if the publisher gives no date. `date` then only sorts the item, and feeds omit it. */
  isUndated?: boolean;
  /** ISO 8601 instant of the last change. */
  changedAt: string;
  categories: string[];
  description: string;
  /** Language tag, if it differs from the feed's `language`. */
  language?: string | undefined;
  /** HTML without relative addresses; may be "". */
  contentHtml: string;
  image: { url: string; type: string; alt: string } | null;
  /** A recording with a known type and length; null if there is none. */
  enclosure: Enclosure | null;
  /** The feed from which the story comes; null for the edition's staff stories and samples. */
  source: { title: string; url: string } | null;
  /** Sponsor of a staff story of the edition. The title and the text begin with a label that names the sponsor. */
  sponsor?: { name: string; kind: string; url: string | null } | null;
}

/** A story that was taken down. */
export interface DeletedItem {
  link: string;
  /** ISO 8601 instant. */
  deletedAt: string;
}

export interface OutgoingFeed {
  channel: FeedChannel;
  items: FeedItem[];
  /** Stories that subscribers' programs should delete. Only Atom feeds can list such stories. */
  deleted?: readonly DeletedItem[];
}
