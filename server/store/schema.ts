import type { Generated, Kysely } from "kysely";
import type { NewsletterTables } from "./newsletterSchema.ts";

/** The tables. Instants are ISO 8601 texts in UTC with milliseconds, so that they sort as texts on every database. */
export interface Tables extends NewsletterTables {
  feeds: FeedRow;
  hosts: HostRow;
  follows: FollowRow;
  articles: ArticleRow;
  pictures: PictureRow;
  entries: EntryRow;
  calendars: CalendarRow;
  events: EventRow;
  messages: MessageRow;
  search_windows: SearchWindowRow;
  search_articles: SearchArticleRow;
  pings: PingRow;
}

/** A feed that was ever asked for, and how it is. */
export interface FeedRow {
  url: string;
  title: string;
  last_attempt_at: string | null;
  last_success_at: string | null;
  /** Why the last attempt failed; null where it did not. */
  last_error: string | null;
  /** How many attempts failed since the last success. */
  failures: number;
  next_poll_at: string;
  /** What answered last: "direct" or a relay's kind and host. */
  transport: string | null;
  last_status: number | null;
  interval_minutes: number | null;
  /** JSON: how often the feed wants to be asked. */
  rhythm: string | null;
  /** What the last whole answer said of itself, for conditional requests, and since when. */
  etag: string | null;
  last_modified: string | null;
  validated_at: string | null;
  /** The address that is asked in place of `url`, after permanent redirects that proved stable. */
  adopted_url: string | null;
  /** A permanent redirect under observation. */
  move_to: string | null;
  move_count: number;
  move_since: string | null;
  /** How often in a row the feed itself failed while a relay worked, and when it is asked itself again. */
  direct_failures: number;
  direct_next_at: string | null;
}

/** A host that asked to be left alone (429, 503), with its port where it has one. */
interface HostRow {
  host: string;
  held_until: string;
}

/**
 * Which edition's section follows, or ever followed, which feed. Rows stay when an edition drops a feed: its old articles
 * keep their address and their section.
 */
export interface FollowRow {
  edition: string;
  section: string;
  feed_url: string;
}

export interface ArticleRow {
  id: Generated<number>;
  /** The last part of the article's address, given once. */
  slug: string;
  title: string;
  link: string | null;
  /** The link without what differs between two links to one page; null where several entries share a link. */
  link_key: string | null;
  author: string;
  published_at: string | null;
  updated_at: string | null;
  /** What lists are sorted by: the date of publication, or of the first sight where there is none. */
  sorted_at: string;
  description_html: string;
  content_html: string;
  excerpt: string;
  image_url: string | null;
  image_width: number | null;
  image_height: number | null;
  image_alt: string | null;
  image_caption: string | null;
  image_credit: string | null;
  /** JSON arrays. */
  enclosures: string;
  categories: string;
  /** The feed that brought the article first, and the only one that may change it. */
  feed_url: string;
  first_seen_at: string;
  changed_at: string;
  /** When an operator took it down; null where nobody did. */
  taken_down_at: string | null;
  /** Digest of what the feed said, to tell a changed entry from the same one. */
  digest: string;
}

/** A picture that a story shows, or showed, and what we have of it. */
interface PictureRow {
  /** The original's address. */
  url: string;
  /** Its name in our addresses: drawn by lot, so that nobody can tell one that exists from one that does not. */
  key: string;
  /** Which is fetched first: the smallest. */
  rank: number;
  /** The feed through which it was found. */
  feed_url: string;
  /** The original's size, upright; null until it was had once. */
  width: number | null;
  height: number | null;
  /** All its files together; 0 where there are none. */
  bytes: number;
  /** When it was last asked for; null where it has no files. */
  used_at: string | null;
  /** How often in a row it could not be had, why the last time, and when it is tried again. */
  failures: number;
  last_error: string | null;
  next_try_at: string | null;
}

/** An entry of a feed, and the article that it is. Several feeds may carry one article. */
interface EntryRow {
  feed_url: string;
  /** The entry's guid, else its link, else its title. */
  entry_key: string;
  article_id: number;
  /** The article's `sorted_at`, held here too so that a feed's newest are one step in an index. */
  sorted_at: string;
}

/**
 * A window of the search index: the FTS5 table `search_` plus `number`. It holds the articles whose keys are `first_key` or
 * higher, up to the next window's first key.
 */
export interface SearchWindowRow {
  number: number;
  first_key: number;
}

/** An article of the search index. */
interface SearchArticleRow {
  id: number;
  /** See server/store/search/searchKey.ts. */
  key: number;
  /** JSON: what searches can be filtered by. */
  tags: string;
}

/** A calendar that was ever asked for, and how it is. */
export interface CalendarRow {
  url: string;
  last_attempt_at: string | null;
  last_success_at: string | null;
  /** Why the last attempt failed; null where it did not. */
  last_error: string | null;
  /** How many attempts failed since the last success. */
  failures: number;
  next_poll_at: string;
}

/** One date of an event. */
interface EventRow {
  calendar_url: string;
  event_key: string;
  title: string;
  place: string | null;
  link: string | null;
  /** 1 where it lasts all day: then start and end are days and no instants. */
  is_all_day: number;
  starts_at: string;
  ends_at: string;
}

/** What a reader wrote to an edition's newsroom. */
export interface MessageRow {
  id: Generated<number>;
  edition: string;
  name: string;
  email: string;
  subject: string;
  body: string;
  received_at: string;
  /** Null until the newsroom's mail server has taken it. */
  mailed_at: string | null;
  /** How often it was given to the mail server in vain. */
  attempts: number;
  /** Why the last attempt failed; null where it did not. */
  last_error: string | null;
}

/** A feed of ours that a hub is told of when it changes. */
interface PingRow {
  edition: string;
  /** The feed's address from its first slash. */
  path: string;
  /** When the hub is to be told; null where it knows of all changes. */
  due_at: string | null;
  /** When it was told last. */
  pinged_at: string | null;
  /** How often in a row it was told in vain. */
  failures: number;
}

export type Database = Kysely<Tables>;
