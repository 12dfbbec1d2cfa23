import type { Generated } from "kysely";

/** The tables for writing stories at the desk. */
export interface DeskTables {
  story_copies: StoryCopyRow;
  story_revisions: StoryRevisionRow;
  story_submissions: StorySubmissionRow;
  story_comments: StoryCommentRow;
  story_presence: StoryPresenceRow;
  story_failures: StoryFailureRow;
  desk_keys: DeskKeyRow;
}

/** The working copy of a staff story. Its content is stored as the revision with the number `revision`. */
export interface StoryCopyRow {
  story_id: number;
  /** Number of the current revision: 0 before the first save, and one more after each save. */
  revision: number;
  /** Number of the version on which the copy is based. Newer versions are not yet merged into the copy. */
  base_version: number;
  /** Number of the revision that has the content of `base_version`; -1 if none has. */
  base_revision: number;
  saved_at: string;
  saved_by: string;
  /** Time at which autosaves are next thinned out; null if no thinning is scheduled. */
  thin_at: string | null;
}

/** A saved revision of a working copy. */
export interface StoryRevisionRow {
  story_id: number;
  revision: number;
  /** JSON of a `CopyContent`. */
  content: string;
  saved_at: string;
  saved_by: string;
  /** Name that a person gave the revision; null for none. */
  name: string | null;
  /** Key of the request that saved the revision; null for a revision that the server made. */
  save_key: string | null;
  /** JSON of a `Merge` if changes of other people were merged into the revision; null otherwise. */
  merge: string | null;
}

/** A draft that its writer has submitted to the editors. */
interface StorySubmissionRow {
  story_id: number;
  submitted_at: string;
  submitted_by: string;
  note: string;
}

/** A comment on a story, for the newsroom only. */
export interface StoryCommentRow {
  id: Generated<number>;
  story_id: number;
  written_at: string;
  written_by: string;
  body: string;
  /** Name of the person who resolved the comment; null while it is unresolved. */
  resolved_by: string | null;
}

/** A browser window in which somebody has a story open. */
export interface StoryPresenceRow {
  story_id: number;
  window_id: string;
  person_id: number;
  name: string;
  seen_at: string;
}

/** Reason why a scheduled story could not be published when it was due. */
export interface StoryFailureRow {
  story_id: number;
  reason: string;
  failed_at: string;
}

/** A completed request of the desk. If the browser repeats the request, the server only returns this row's result. */
interface DeskKeyRow {
  /** Name of the person who made the request. */
  actor: string;
  /** Key that the browser chose for the request, the same in each repetition. */
  key: string;
  /** Name and subject of the action, such as "publish story 12". */
  action: string;
  /** Result of the action, such as the id of a new row. */
  result: number;
  done_at: string;
}
