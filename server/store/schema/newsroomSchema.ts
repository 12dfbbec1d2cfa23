import type { Generated } from "kysely";

/** The tables of the newsrooms' stories and of the editors' decisions. */
export interface NewsroomTables {
  staff_stories: StaffStoryRow;
  staff_story_versions: StaffStoryVersionRow;
  staff_story_slugs: StaffStorySlugRow;
  staff_story_paths: StaffStoryPathRow;
  story_previews: StoryPreviewRow;
  redirects: RedirectRow;
  corrections: CorrectionRow;
  media: MediaRow;
  media_details: MediaDetailsRow;
  media_uses: MediaUseRow;
  media_stories: MediaStoryRow;
  media_thumbnails: MediaThumbnailRow;
  editor_log: EditorLogRow;
  pins: PinRow;
  alerts: AlertRow;
  rules: RuleRow;
  hidden_entries: HiddenEntryRow;
  reviews: ReviewRow;
  reviewed_feeds: ReviewedFeedRow;
  applied_rules: AppliedRulesRow;
}

/**
 * State of a staff story. Only a `published` story is public. The page of a `withdrawn` story responds with 410. An
 * `expired` story was withdrawn automatically at the time that its editor had set.
 */
export type StaffStoryState = "draft" | "scheduled" | "published" | "withdrawn" | "expired";

/** A story that an edition's newsroom wrote. A published story also has a row in `articles`. */
export interface StaffStoryRow {
  id: Generated<number>;
  edition: string;
  /** Last segment of the story's URL. `staff_story_slugs` keeps former slugs, which redirect to the current one. */
  slug: string;
  state: StaffStoryState;
  /** Number of the current version, from 1. */
  version: number;
  /** Time at which a scheduled story will be published; null for stories that are not scheduled. */
  publish_at: string | null;
  /** Time at which the story first appeared; null before. */
  published_at: string | null;
  /** Time of the last update that readers see; null if there was none since the publication. */
  updated_at: string | null;
  /** Time at which a story such as a notice expires; null for a story that does not expire. */
  expires_at: string | null;
  /** Line that readers of a withdrawn story see; null if there is none. */
  withdrawn_line: string | null;
  /** Id of the published story's article; null before the first publication. */
  article_id: number | null;
  /** Identifier of an imported story in its former system, unique in the edition; null for other stories. */
  import_key: string | null;
}

/** A version of a staff story. Versions are never changed; old ones are deleted (retention.ts). */
interface StaffStoryVersionRow {
  story_id: number;
  number: number;
  /** JSON of a `StaffStoryContent`. */
  content: string;
  saved_at: string;
  saved_by: string;
}

/** A former slug of a staff story. Its path redirects to the story. */
interface StaffStorySlugRow {
  slug: string;
  story_id: number;
}

/** A path that redirects to a staff story, such as the story's address on the site from which it was imported. */
interface StaffStoryPathRow {
  edition: string;
  /** Path as `normalizePath` returns it. */
  path: string;
  story_id: number;
}

/** A secret address at which a story can be read before its publication. */
interface StoryPreviewRow {
  /** SHA-256 of the secret part of the preview's address, in base64url. The address itself is not stored. */
  digest: string;
  story_id: number;
  /** End of the preview, ISO 8601. */
  expires_at: string;
  /** Version on which the previewed working copy was based; null for a preview of the story's newest version. */
  copy_of: number | null;
}

/** A path of an imported site that redirects to something other than a staff story. */
interface RedirectRow {
  edition: string;
  /** Path as `normalizePath` returns it. */
  path: string;
  /** Path on this site, or URL. */
  target: string;
}

/** A correction that readers of a staff story see. */
interface CorrectionRow {
  id: Generated<number>;
  story_id: number;
  correction: string;
  corrected_at: string;
}

/** An image in staff stories. `key` is the digest of the image's bytes. Stories refer to the image by this key. */
interface MediaRow {
  key: string;
  /** Name of the file that was added, such as "river.jpg". */
  name: string;
  bytes: Uint8Array;
}

/** An image in an edition's library. The same image may be in the libraries of several editions. */
export interface MediaDetailsRow {
  key: string;
  edition: string;
  /** Name of the file from which the image was added. */
  name: string;
  alt: string;
  /** 1 for an image that is only decoration and needs no alt text; 0 for others. */
  is_decorative: number;
  caption: string;
  credit: string;
  /** Point that crops keep visible, such as "50% 25%"; null for the default. */
  focus: string | null;
  /** Size in pixels after rotation by the image's orientation; 0 until the image is decoded. */
  width: number;
  height: number;
  added_at: string;
  added_by: string;
  /** Words of the image's texts without case and accents, for search. */
  words: string;
}

/** Use of an image in the newest version or the working copy of a story. */
interface MediaUseRow {
  key: string;
  story_id: number;
}

/** Version and revision that a story had when its rows in `media_uses` were written. */
interface MediaStoryRow {
  story_id: number;
  version: number;
  /** Revision of the working copy; 0 if there is none. */
  revision: number;
  title: string;
  /** Words of the title without case and accents, for search. */
  words: string;
}

/** A thumbnail of an image, for the desk's library. */
interface MediaThumbnailRow {
  key: string;
  width: number;
  /** The thumbnail as a WebP file. */
  bytes: Uint8Array;
}

/** An entry of the log of editors' actions. Entries are never changed; old ones are deleted (retention.ts). */
interface EditorLogRow {
  id: Generated<number>;
  edition: string;
  at: string;
  editor: string;
  /** Name of the action, such as "publish". */
  action: string;
  /**
   * Subject of the action: "story 12", "slot hero", "rule 3", or "article 40" for a feed's story. It identifies a story
   * by id, since the slug may change.
   */
  subject: string;
  /** JSON of the subject's state before and after the action; null if there was none. */
  before: string | null;
  after: string | null;
}

/** A story that an editor has placed in a slot of the front page. */
export interface PinRow {
  edition: string;
  /**
   * "hero", or a place in a section's block. The first place has the section's slug, such as "local". The second place
   * is "local/2", and so on.
   */
  slot: string;
  article_id: number;
  /** Time at which the pin ends, ISO 8601. */
  until: string;
}

export const ALERT_LEVELS = ["breaking", "weather", "closing"] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** An alert: a line at the top of each page of an edition. Old rows of ended alerts are deleted (retention.ts). */
export interface AlertRow {
  id: Generated<number>;
  edition: string;
  level: AlertLevel;
  /** Text of the alert. */
  line: string;
  /** URL or path of a page with details; null for none. */
  link: string | null;
  /** Times of the start and the end, ISO 8601. */
  starts_at: string;
  ends_at: string;
  /** `waiting` before the start, `current` until the end, `ended` after the end or once an editor ended the alert. */
  state: "waiting" | "current" | "ended";
  /** Feed's URL, identifier in the feed, authority and area of an official alert; null for an editor's alert. */
  source_url: string | null;
  identifier: string | null;
  sender: string | null;
  area: string | null;
  /**
   * Digest of an official alert's source, sender, identifier and time, unique in an edition; null for an editor's
   * alert, and for alerts that earlier versions of Broadsheet stored.
   */
  alert_key: string | null;
  /**
   * Name of the editor who ended the alert; null if none did. An official alert that an editor ended stays ended, even
   * while its source lists it.
   */
  ended_by: string | null;
}

/** A rule that an editor added at the desk, in addition to the rules in `edition.yaml`. */
interface RuleRow {
  id: Generated<number>;
  edition: string;
  /** JSON of the rule, with the keys of `edition.yaml`. */
  rule: string;
  added_at: string;
  added_by: string;
}

/**
 * Reason why readers do not see an entry. `rule`: a rule drops it. `waiting`: it waits for an editor. `rejected`: an
 * editor rejected it. `overdue`: it waited longer than the edition allows.
 */
export type HiddenReason = "rule" | "waiting" | "rejected" | "overdue";

/** A feed's entry that an edition hides from its readers. */
export interface HiddenEntryRow {
  article_id: number;
  edition: string;
  feed_url: string;
  /** Slug of the section that hides the entry; "" if all sections of the edition hide it. */
  section: string;
  reason: HiddenReason;
  hidden_at: string;
}

/** An editor's decision about a story that waited for a review. */
interface ReviewRow {
  article_id: number;
  edition: string;
  decision: "approved" | "rejected";
  decided_at: string;
}

/** A feed with `review: true`, and the time since which its new stories wait for an editor. */
interface ReviewedFeedRow {
  edition: string;
  feed_url: string;
  since: string;
}

/** The rules that were last applied to an edition's entries, and the progress of applying them to stored articles. */
export interface AppliedRulesRow {
  edition: string;
  /** Digest of the rules and of all other settings that decide which entries are hidden. */
  digest: string;
  /** Id of the article that was processed most recently; null once all are done. Newer articles are processed first. */
  last_id: number | null;
  /** Time at which the age conditions of rules were last checked. */
  applied_at: string;
}
