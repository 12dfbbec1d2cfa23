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

/** The working copy of a staff story. Its content is that of its revision. */
export interface StoryCopyRow {
  story_id: number;
  /** Number of the last save; 0 before the first. */
  revision: number;
  /** Version of the story from which the copy was made, or which was last made from it. */
  base_version: number;
  /** Revision with the content of that version; -1 if no version has had the content of a revision. */
  base_revision: number;
  saved_at: string;
  saved_by: string;
  /** When autosaves are next thinned; null if none of them can be dispensed with. */
  thin_at: string | null;
}

/** A save of a working copy. */
export interface StoryRevisionRow {
  story_id: number;
  revision: number;
  /** JSON: `CopyContent`. */
  content: string;
  saved_at: string;
  saved_by: string;
  /** Name that a person gave it; null for none. */
  name: string | null;
  /** Key of the request that saved it; null for a revision that the server made. */
  save_key: string | null;
  /** JSON: `Merge`, if changes of others were merged into it; null otherwise. */
  merge: string | null;
}

/** A draft that waits for an editor. */
interface StorySubmissionRow {
  story_id: number;
  submitted_at: string;
  submitted_by: string;
  note: string;
}

/** A comment beside a story, for the newsroom. */
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

/** Why a scheduled story could not be published when it was due. */
export interface StoryFailureRow {
  story_id: number;
  reason: string;
  failed_at: string;
}

/** A request of the desk that was carried out, so that its repetition does nothing. */
interface DeskKeyRow {
  /** Name of the person. */
  actor: string;
  /** Chosen by the browser. */
  key: string;
  /** Name and subject of the action, such as "publish story 12". */
  action: string;
  /** Number that the action resulted in, such as the id of what was added. */
  result: number;
  done_at: string;
}
