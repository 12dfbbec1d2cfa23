/** An image that a feed lists for an article. Width and height are in pixels; null if the feed omits them. */
export interface ArticleImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
  /** `caption` and `credit` are "" if the feed has none. */
  caption: string;
  credit: string;
}

/** A file attached to an article, such as a recording. `type`, and `length` in bytes, are null if unknown. */
export interface Enclosure {
  url: string;
  type: string | null;
  length: number | null;
}

/** One feed entry after parsing and cleaning, in the same shape for every feed format. */
export interface Article {
  /** Plain text. */
  title: string;
  /** Absolute http(s) address of the original; null if the entry has none. */
  link: string | null;
  guid: string | null;
  author: string;
  /** ISO 8601 instant in UTC; null if the entry has no valid date. */
  publishedAt: string | null;
  updatedAt: string | null;
  /** `descriptionHtml` and `contentHtml` are cleaned HTML. */
  descriptionHtml: string;
  contentHtml: string;
  /** Plain text of at most 200 characters, cut between words. */
  excerpt: string;
  image: ArticleImage | null;
  enclosures: Enclosure[];
  categories: string[];
  slug: string;
}

/** Formats of feeds. "converter" is JSON with `items`, the output of services that convert feeds. */
export type FeedKind = "rss" | "atom" | "rdf" | "json" | "converter";

/** A parsed feed; articles are in the feed's order. */
export interface Feed {
  kind: FeedKind;
  title: string;
  description: string;
  link: string | null;
  language: string | null;
  articles: Article[];
}

/** Author of an entry that names none (specification, section 3). */
export const DEFAULT_AUTHOR = "Staff Writer";

/** Maximum number of items per feed and per section list (specification, section 9). */
export const MAX_ITEMS = 15;

/** Polling interval that a feed requests. */
export interface RequestedInterval {
  /** `ttl` of RSS 2.0 in minutes; null if absent. */
  ttlMinutes: number | null;
  /** Minutes between updates, from the RSS 1.0 syndication module; null if absent. */
  updateMinutes: number | null;
  /** Hours in GMT, 0 to 23, in which the feed must not be polled. */
  skipHours: number[];
  /** Days in GMT on which the feed must not be polled; 0 is Sunday. */
  skipDays: number[];
}

export const NO_REQUESTED_INTERVAL: RequestedInterval = {
  ttlMinutes: null,
  updateMinutes: null,
  skipHours: [],
  skipDays: [],
};
