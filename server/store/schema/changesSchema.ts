import type { Generated } from "kysely";

/** The table of changes. New rows cause updates of cached pages and of the search index. */
export interface ChangesTables {
  changes: ChangeRow;
}

/**
 * Kind of a change:
 * - `poll`: part of a feed's state that pages other than /sources show, too
 * - `attempt`: part of a feed's state that only /sources shows
 * - `calendar`: a calendar's state or its events
 * - `article`: an article that was added or changed
 * - `deletion`: an article that was deleted, or that a feed no longer carries
 * - `image`: an image of a feed's story that was stored
 * - `takedown`: a takedown or its undo, with one row for each feed and each article
 * - `issue`: a new issue of an edition's briefing, or the deletion of old issues
 * - `editions`: a version of the editions' files that became the current one
 * - `pin`: a pin to the front page that was set or removed, or has expired
 * - `alert`: an alert that began, changed or ended
 * - `rule`: an article that an edition hides because of a rule or a review, or shows again
 * - `store`: the creation of the table
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

/** A change to data that pages or the search index show, recorded in the transaction that makes the change. */
interface ChangeRow {
  /** Id in the order of the commits, since only one transaction at a time writes. */
  id: Generated<number>;
  kind: ChangeKind;
  /** Id of the edition. Null means all editions that show the source; if there is no source, all editions. */
  edition: string | null;
  /** URL of the feed or calendar that is the source; null for none. */
  source_url: string | null;
  article_id: number | null;
  changed_at: string;
}
