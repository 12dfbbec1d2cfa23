/** A picture that a feed names for an article. Sizes are in pixels, null where the feed does not say. */
export interface ArticleImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
  /** What it shows, in a sentence; "" where the feed does not say. */
  caption: string;
  /** Who made it; "" where the feed does not say. */
  credit: string;
}

/** A file that a feed attaches to an article: a picture, a recording. `length` is in bytes. */
export interface Enclosure {
  url: string;
  type: string | null;
  length: number | null;
}

/** One entry of a feed, read and cleaned: what every format of feed is turned into. */
export interface Article {
  /** Plain text. */
  title: string;
  /** Absolute http(s) address of the original, null where the entry has none. */
  link: string | null;
  /** The entry's own identifier, as the feed gives it. */
  guid: string | null;
  author: string;
  /** ISO 8601 instant in UTC, null where the entry has no date that can be read. */
  publishedAt: string | null;
  updatedAt: string | null;
  /** Cleaned HTML. */
  descriptionHtml: string;
  /** Cleaned HTML. */
  contentHtml: string;
  /** Plain text, at most 200 characters, ending at a word. */
  excerpt: string;
  image: ArticleImage | null;
  enclosures: Enclosure[];
  categories: string[];
  slug: string;
}

export type FeedKind = "rss" | "atom" | "rdf" | "json" | "converter";

/** A feed, read: what it says of itself and its articles in the feed's order. */
export interface Feed {
  kind: FeedKind;
  title: string;
  description: string;
  link: string | null;
  language: string | null;
  articles: Article[];
}

/** Specification, section 3: the author of an entry that names none. */
export const DEFAULT_AUTHOR = "Staff Writer";

/** Specification, section 9: how many items are kept per feed and per combined section list. */
export const ITEMS_KEPT = 15;

/** What a feed says of how often it is to be asked. */
export interface Rhythm {
  /** RSS 2.0's `ttl`, in minutes; null where it says nothing. */
  ttlMinutes: number | null;
  /** RSS 1.0 syndication module: minutes between two updates; null where it says nothing. */
  updateMinutes: number | null;
  /** Hours, in GMT, in which the feed wants not to be asked: 0 to 23. */
  skipHours: number[];
  /** Days, in GMT, on which the feed wants not to be asked: 0 is Sunday. */
  skipDays: number[];
}

export const NO_RHYTHM: Rhythm = { ttlMinutes: null, updateMinutes: null, skipHours: [], skipDays: [] };
