import type { Generated } from "kysely";

/** The tables of stories that are being written at the desk. */
export interface DeskTables {
  story_copies: StoryCopyRow;
  story_revisions: StoryRevisionRow;
  story_submissions: StorySubmissionRow;
  story_comments: StoryCommentRow;
  story_presence: StoryPresenceRow;
  story_failures: StoryFailureRow;
  desk_keys: DeskKeyRow;
}

/** The working copy of a staff story. Its content is in its current revision. */
export interface StoryCopyRow {
  story_id: number;
  /** Number of the last save; 0 before the first. */
  revision: number;
  /** Version that the copy was last equal to or merged with. */
  base_version: number;
  /** Revision whose content is that of `base_version`; -1 if no revision has it. */
  base_revision: number;
  saved_at: string;
  saved_by: string;
  /** Time of the next thinning of autosaves; null if none is needed. */
  thin_at: string | null;
}

/** A saved revision of a working copy. */
export interface StoryRevisionRow {
  story_id: number;
  revision: number;
  /** JSON: `CopyContent`. */
  content: string;
  saved_at: string;
  saved_by: string;
  /** Name that a person gave the revision; null for none. */
  name: string | null;
  /** Key of the request that saved the revision; null for a revision that the server made. */
  save_key: string | null;
  /** JSON: `Merge`, if changes of others were merged into the revision; null otherwise. */
  merge: string | null;
}

/** A draft that waits for an editor. */
interface StorySubmissionRow {
  story_id: number;
  submitted_at: string;
  submitted_by: string;
  note: string;
}

/** A comment on a story, for the newsroom. */
export interface StoryCommentRow {
  id: Generated<number>;
  story_id: number;
  written_at: string;
  written_by: string;
  body: string;
  /** Null until somebody has resolved it. */
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

/** A completed request of the desk, so that its repetition does nothing. */
interface DeskKeyRow {
  /** Name of the person. */
  actor: string;
  /** Key that the browser chose. */
  key: string;
  /** Name and subject of the action, such as "publish story 12". */
  action: string;
  /** Result of the action, such as the id of a new row. */
  result: number;
  done_at: string;
}
