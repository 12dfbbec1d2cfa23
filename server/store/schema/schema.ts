import type { Generated, Kysely } from "kysely";
import type { ChangesTables } from "./changesSchema.ts";
import type { DeskTables } from "./deskSchema.ts";
import type { EditionsTables } from "./editionsSchema.ts";
import type { NewsletterTables } from "./newsletterSchema.ts";
import type { NewsroomTables } from "./newsroomSchema.ts";
import type { PeopleTables } from "./peopleSchema.ts";

/** The tables. Instants are ISO 8601 strings in UTC with milliseconds, so that they sort as text in every database. */
export interface Tables
  extends ChangesTables,
    DeskTables,
    EditionsTables,
    NewsletterTables,
    NewsroomTables,
    PeopleTables {
  feeds: FeedRow;
  host_backoffs: HostBackoffRow;
  follows: FollowRow;
  articles: ArticleRow;
  images: ImageRow;
  image_deletions: ImageDeletionRow;
  entries: EntryRow;
  calendars: CalendarRow;
  events: EventRow;
  messages: MessageRow;
  websub_notifications: WebSubNotificationRow;
  takedowns: TakedownRow;
  sealed_copies: SealedCopyRow;
  expanding_migrations: ExpandingMigrationRow;
  clock: ClockRow;
}

/** State of the clock, in a single row with the id 1. */
interface ClockRow {
  id: number;
  /** Last instant that a server with a trusted clock recorded; null before the first. */
  seen_at: string | null;
  /** Time of the last test write by a health check; null before the first. */
  probed_at: string | null;
}

/** A migration that leaves the store usable by the previous version of the server. */
interface ExpandingMigrationRow {
  name: string;
}

export interface FeedRow {
  url: string;
  title: string;
  last_attempt_at: string | null;
  last_success_at: string | null;
  /** Error message of the last attempt; null if it succeeded. */
  last_error: string | null;
  /** Failed attempts since the last success. */
  failures: number;
  next_poll_at: string;
  /** Transport of the last response: "direct", or a relay's kind and host. */
  transport: string | null;
  last_status: number | null;
  interval_minutes: number | null;
  /** JSON of the polling interval that the feed requests. */
  requested_interval: string | null;
  /** Validators of the last complete response, for conditional requests, and the time of that response. */
  etag: string | null;
  last_modified: string | null;
  validated_at: string | null;
  /** URL to request instead of `url`, since permanent redirects to it have proved stable; null if there is none. */
  redirected_url: string | null;
  /** Permanent redirect that is not yet stable: target, number of redirected polls, and time of the first such poll. */
  redirect_to: string | null;
  redirect_count: number;
  redirect_since: string | null;
  /** Backoff of direct requests while a relay works: number of consecutive failures, and time of the next request. */
  direct_failures: number;
  direct_next_at: string | null;
  /** Language tag that the feed declares. Null if it declares none, or has had no new story since migration 0031. */
  language?: string | null;
}

/** Backoff of a host that responded with 429 or 503. `host` includes the port if the URL has one. */
interface HostBackoffRow {
  host: string;
  retry_at: string;
}

/** A feed that a section follows or once followed. Rows of former feeds stay until their articles are deleted. */
export interface FollowRow {
  edition: string;
  section: string;
  feed_url: string;
  /** Time at which the edition stopped following the feed; null while it follows the feed. */
  left_at: string | null;
  /** `keepDays` of the feed's rights, which still applies after `left_at`; null for none. */
  keep_days: number | null;
}

export interface ArticleRow {
  id: Generated<number>;
  /** Last segment of the article's URL. It never changes, except for a staff story. */
  slug: string;
  title: string;
  link: string | null;
  /**
   * Link in a normalized form, to recognize the article in other feeds. Null if the article has no link, if the link
   * leads to a home page, or if other entries of the feed have the same link.
   */
  link_key: string | null;
  author: string;
  published_at: string | null;
  updated_at: string | null;
  /**
   * Sort key of lists: the publication date, or the time of the first fetch if that date was in the future. For an
   * article without a date, the key is derived from the article's neighbors in the feed.
   */
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
  /** Point that stays visible when a staff story's image is cropped, such as "50% 25%"; null for the default. */
  image_focus: string | null;
  /** Language tag of a staff story; null for the edition's language. */
  language: string | null;
  /** JSON of the `Sponsor` of a staff story; null for none. */
  sponsor: string | null;
  /** JSON arrays of the article's enclosures and categories. */
  enclosures: string;
  categories: string;
  /** URL of the first feed that carried the article. Only this feed's entries update the article. */
  feed_url: string;
  first_seen_at: string;
  changed_at: string;
  /**
   * Time at which the article was taken down and its texts were erased; null otherwise. The row stays, so that no feed
   * can add the article again.
   */
  taken_down_at: string | null;
  /** Id of the takedown of the article or of its source; null for none. */
  takedown_id: number | null;
  /** Digest of the feed's entry, to detect changes of the entry. */
  digest: string;
}

interface ImageRow {
  /** URL of the original. */
  url: string;
  /** Random name of the image in this site's URLs, so that nobody can guess which images exist. */
  key: string;
  /** Priority of the download; the lowest value is downloaded first. */
  priority: number;
  /** URL of the feed in which the image was found. */
  feed_url: string;
  /** Size of the original in pixels, after rotation by its orientation; null before the first download. */
  width: number | null;
  height: number | null;
  /** Total size of the image's files, in bytes; 0 if there are no files. */
  bytes: number;
  /** Time at which a file was last requested; null if there are no files. */
  last_used_at: string | null;
  /** Consecutive failed downloads, error message of the last one, and time of the next attempt (null for none). */
  failures: number;
  last_error: string | null;
  next_try_at: string | null;
}

/** A deleted image whose files are not yet deleted everywhere. */
interface ImageDeletionRow {
  key: string;
  /** Width of the original in pixels; null if it was never downloaded. */
  width: number | null;
  deleted_at: string;
}

/** An article in a feed. Several feeds may carry one article. */
interface EntryRow {
  feed_url: string;
  /**
   * Key of the entry in its feed: its guid, else its link, else its title. If several entries share this value, the
   * link or the title is added.
   */
  entry_key: string;
  article_id: number;
  /** Copy of the article's `sorted_at`, so that one index contains a feed's entries in order of their dates. */
  sorted_at: string;
}

export interface CalendarRow {
  url: string;
  last_attempt_at: string | null;
  last_success_at: string | null;
  last_error: string | null;
  failures: number;
  next_poll_at: string;
}

interface EventRow {
  calendar_url: string;
  event_key: string;
  title: string;
  place: string | null;
  link: string | null;
  /** 1 for an all-day event, whose start and end are dates instead of instants. */
  is_all_day: number;
  starts_at: string;
  ends_at: string;
}

export interface MessageRow {
  id: Generated<number>;
  edition: string;
  name: string;
  email: string;
  subject: string;
  body: string;
  /** Place where the writer of a letter lives; null for other messages. */
  place: string | null;
  /** 1 if the writer allows the publication of the message as a letter; null otherwise. */
  may_print: number | null;
  received_at: string;
  /** Time at which the mail server accepted the message; null until then. */
  mailed_at: string | null;
  attempts: number;
  last_error: string | null;
}

/** State of the notifications to a WebSub hub about changes of a feed that an edition publishes. */
interface WebSubNotificationRow {
  edition: string;
  /** Path of the feed, with its leading slash. */
  path: string;
  /** Time at which the hub must be notified; null if it has been notified about all changes. */
  due_at: string | null;
  notified_at: string | null;
  /** Number of consecutive failed notifications. */
  failures: number;
}

export type TakedownKind = "story" | "source" | "image";

/** A takedown that is in force. Undoing it deletes the row. */
export interface TakedownRow {
  id: Generated<number>;
  kind: TakedownKind;
  /** Slug of the story, or URL of the feed or of the image's original. */
  subject: string;
  /** Headline of the story; "" for sources and images. */
  title: string;
  /** URL of the feed that was taken down, or of the story's or image's feed. Readers see the feed's publisher. */
  feed_url: string;
  /** JSON array of the URLs of the feeds whose pages the takedown changes. */
  feeds: string;
  /** Reason that readers see; null if none was given. */
  reason: string | null;
  taken_down_at: string;
}

/** Encrypted content of an article that was taken down, for an undo. It is deleted after 30 days. */
interface SealedCopyRow {
  article_id: number;
  sealed: Uint8Array;
}

export type Database = Kysely<Tables>;
