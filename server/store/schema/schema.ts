import type { Generated, Kysely } from "kysely";
import type { DeskTables } from "./deskSchema.ts";
import type { EditionsTables } from "./editionsSchema.ts";
import type { NewsletterTables } from "./newsletterSchema.ts";
import type { NewsroomTables } from "./newsroomSchema.ts";
import type { PeopleTables } from "./peopleSchema.ts";

/** The tables. Instants are ISO 8601 strings in UTC with milliseconds, so that they sort as text in every database. */
export interface Tables extends DeskTables, EditionsTables, NewsletterTables, NewsroomTables, PeopleTables {
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
  changes: ChangeRow;
  expanding_migrations: ExpandingMigrationRow;
  clock: ClockRow;
}

/** The only row has the id 1. */
interface ClockRow {
  id: number;
  /** Last instant recorded by a server that trusted its clock. */
  seen_at: string | null;
  /** Time of the last test write by a health check. */
  probed_at: string | null;
}

/** A migration after which the previous version of the server can still use the store. */
interface ExpandingMigrationRow {
  name: string;
}

export interface FeedRow {
  url: string;
  title: string;
  last_attempt_at: string | null;
  last_success_at: string | null;
  /** Null if the last attempt succeeded. */
  last_error: string | null;
  /** Failed attempts since the last success. */
  failures: number;
  next_poll_at: string;
  /** Transport of the last response: "direct", or a relay's kind and host. */
  transport: string | null;
  last_status: number | null;
  interval_minutes: number | null;
  /** JSON: the polling interval that the feed requests. */
  requested_interval: string | null;
  /** Validators of the last complete response, for conditional requests, and the time of that response. */
  etag: string | null;
  last_modified: string | null;
  validated_at: string | null;
  /** URL requested instead of `url`, after permanent redirects that proved stable. */
  redirected_url: string | null;
  /** Target of a permanent redirect that has not proved stable yet. */
  redirect_to: string | null;
  redirect_count: number;
  redirect_since: string | null;
  /** Consecutive direct failures while a relay worked, and the time of the next direct request. */
  direct_failures: number;
  direct_next_at: string | null;
  /** Language tag that the feed names; null if it names none, or has had no new story since this column was added. */
  language?: string | null;
}

/** A host that responded with 429 or 503. `host` includes the port, if any. */
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
  /** `keepDays` of the feed's rights, in force even after `left_at`; null for none. */
  keep_days: number | null;
}

export interface ArticleRow {
  id: Generated<number>;
  /** Last segment of the article's URL. It may change only for a staff story. */
  slug: string;
  title: string;
  link: string | null;
  /** Normalized link, which is equal for different links to the same page; null if several entries share the link. */
  link_key: string | null;
  author: string;
  published_at: string | null;
  updated_at: string | null;
  /** Sort key of lists: the publication date; if missing or in the future, the date of the first fetch. */
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
  /** Point of a staff story's image that crops keep, such as "50% 25%"; null for the default. */
  image_focus: string | null;
  /** Language tag of a staff story; null for the edition's language. */
  language: string | null;
  /** JSON: the `Sponsor` of a staff story; null for none. */
  sponsor: string | null;
  /** JSON arrays. */
  enclosures: string;
  categories: string;
  /** The first feed that carried the article. Only this feed may change the article. */
  feed_url: string;
  first_seen_at: string;
  changed_at: string;
  /** Time at which the article was taken down. Its texts are then empty; the row keeps feeds from adding it again. */
  taken_down_at: string | null;
  /** The takedown of the article or of its source; null unless it is taken down. */
  takedown_id: number | null;
  /** Digest of the feed's entry, by which changes are detected. */
  digest: string;
}

interface ImageRow {
  /** URL of the original. */
  url: string;
  /** Random name in our URLs, so that nobody can guess which images exist. */
  key: string;
  /** Order of downloads, lowest first. */
  priority: number;
  /** The feed in which the image was found. */
  feed_url: string;
  /** Size of the original in pixels, after rotation; null before the first download. */
  width: number | null;
  height: number | null;
  /** Total size of the image's files; 0 if there are none. */
  bytes: number;
  /** Time at which a file was last requested; null if there are no files. */
  last_used_at: string | null;
  /** Consecutive failed downloads, the last failure's reason, and the next attempt's time (null for none). */
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
  /** The entry's guid, else its link, else its title. */
  entry_key: string;
  article_id: number;
  /** Copy of the article's `sorted_at`, so that one index holds a feed's newest entries in order. */
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
  /** Place where the sender of a letter lives; null for other messages. */
  place: string | null;
  /** 1 if the sender permits printing the message as a letter; null otherwise. */
  may_print: number | null;
  received_at: string;
  /** Null until the mail server has accepted the message. */
  mailed_at: string | null;
  attempts: number;
  last_error: string | null;
}

/** A feed that an edition publishes. The server notifies a WebSub hub of its changes. */
interface WebSubNotificationRow {
  edition: string;
  /** Path of the feed, with its leading slash. */
  path: string;
  /** Time at which the hub must be notified; null if it has been notified about all changes. */
  due_at: string | null;
  notified_at: string | null;
  /** Consecutive failed notifications. */
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
  /** The feed that was taken down, or that the story or image comes from. Lists name its publisher. */
  feed_url: string;
  /** JSON array of the feeds whose pages the takedown changes. */
  feeds: string;
  /** Reason shown to readers; null if none was given. */
  reason: string | null;
  taken_down_at: string;
}

/** The content of an article that was taken down, encrypted. Deleted after 30 days. */
interface SealedCopyRow {
  article_id: number;
  sealed: Uint8Array;
}

export type Database = Kysely<Tables>;

/**
 * Kind of a change:
 * - `poll`: what pages say of a feed, apart from the times of its polls
 * - `attempt`: only what /sources says of a feed
 * - `calendar`: a calendar's state or its events
 * - `article`: an article that was added or changed
 * - `deletion`: an article that was deleted, or that a feed no longer carries
 * - `image`: an image of a feed's story was stored
 * - `takedown`: a takedown or its undo, with a row for each feed and each article
 * - `issue`: an edition has a new briefing
 * - `editions`: another version of the editions' files became the current one
 * - `pin`: a pin to the front page was set or removed, or has expired
 * - `alert`: an alert began or ended
 * - `rule`: an article that rules or a review hide from an edition's readers, or show again
 * - `store`: the table was created
 */
export type ChangeKind =
  | "poll"
  | "attempt"
  | "calendar"
  | "article"
  | "deletion"
  | "image"
  | "takedown"
  | "issue"
  | "editions"
  | "pin"
  | "alert"
  | "rule"
  | "store";

/** A change to something that pages or the search index show, recorded in the same transaction. */
interface ChangeRow {
  /** Ids follow the order of the commits, since one connection at a time writes. */
  id: Generated<number>;
  kind: ChangeKind;
  /** Null for all editions that show the source; without a source, for all editions. */
  edition: string | null;
  /** URL of the feed or calendar. */
  source_url: string | null;
  article_id: number | null;
  changed_at: string;
}
