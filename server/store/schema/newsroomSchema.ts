import type { Generated } from "kysely";

/** The tables of the edition's own newsroom. */
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
 * State of a staff story. Only `published` is public. The response for the page of a `withdrawn` story is 410. An
 * `expired` story was withdrawn at the time that its editor had set.
 */
export type StaffStoryState = "draft" | "scheduled" | "published" | "withdrawn" | "expired";

/** A story that an edition's own newsroom wrote. A published one is an article of the edition's own feeds, too. */
export interface StaffStoryRow {
  id: Generated<number>;
  edition: string;
  /** Last segment of the story's URL. A new title changes it; `staff_story_slugs` redirects from the old one. */
  slug: string;
  state: StaffStoryState;
  /** Number of the current version, from 1. */
  version: number;
  /** Time at which a scheduled story appears; null otherwise. */
  publish_at: string | null;
  /** Time at which the story first appeared; null before. */
  published_at: string | null;
  /** Time at which the last version after the publication was saved; null for none. */
  updated_at: string | null;
  /** Time at which the story expires, such as a notice; null for a story that stays. */
  expires_at: string | null;
  /** Line for readers of a withdrawn story; null for none. */
  withdrawn_line: string | null;
  /** The article of the published story; null before the first publication. */
  article_id: number | null;
  /** Identifier of an imported story in its old system; null for others. Unique in the edition. */
  import_key: string | null;
}

/** A version of a staff story. No version is ever changed or deleted. */
interface StaffStoryVersionRow {
  story_id: number;
  number: number;
  /** JSON: `StaffStoryContent`. */
  content: string;
  saved_at: string;
  saved_by: string;
}

/** A former slug of a staff story. */
interface StaffStorySlugRow {
  slug: string;
  story_id: number;
}

/** A path that redirects to a staff story, such as its address on the site that it was imported from. */
interface StaffStoryPathRow {
  edition: string;
  /** As `normalizePath` returns it. */
  path: string;
  story_id: number;
}

/** A secret address at which a story can be read before its publication. */
interface StoryPreviewRow {
  /** SHA-256 of the address's secret part, in base64url. The store does not contain the address itself. */
  digest: string;
  story_id: number;
  /** ISO 8601. */
  expires_at: string;
  /** Version on which the shown working copy was based; null for a preview of the newest version. */
  copy_of: number | null;
}

/** A path of an imported site that redirects to something other than a staff story. */
interface RedirectRow {
  edition: string;
  /** As `normalizePath` returns it. */
  path: string;
  /** Path on this site, or URL. */
  target: string;
}

/** A correction of a staff story, for readers. */
interface CorrectionRow {
  id: Generated<number>;
  story_id: number;
  correction: string;
  corrected_at: string;
}

/** An image of staff stories. `key` is the digest of its bytes, by which stories refer to it. */
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
  /** Name of the file as the person added it. */
  name: string;
  alt: string;
  /** 1 for an image that is only decoration, so that it needs no alt text; else 0. */
  is_decorative: number;
  caption: string;
  credit: string;
  /** Point that crops keep, such as "50% 25%"; null for the default. */
  focus: string | null;
  /** Upright size in pixels; 0 until the image is decoded. */
  width: number;
  height: number;
  added_at: string;
  added_by: string;
  /** Folded words of the image's texts, for search. */
  words: string;
}

/** A story that shows an image, in its newest version or its working copy. */
interface MediaUseRow {
  key: string;
  story_id: number;
}

/** The state of a story when its images were last listed. */
interface MediaStoryRow {
  story_id: number;
  version: number;
  /** Revision of the working copy; 0 for none. */
  revision: number;
  title: string;
  /** Folded words of the title, for search. */
  words: string;
}

/** A thumbnail for the desk. */
interface MediaThumbnailRow {
  key: string;
  width: number;
  /** WebP. */
  bytes: Uint8Array;
}

/** An entry of the log of everything that editors do. No entry is ever changed or deleted. */
interface EditorLogRow {
  id: Generated<number>;
  edition: string;
  at: string;
  /** The editor's name. */
  editor: string;
  /** Name of the action, such as "publish". */
  action: string;
  /**
   * Subject of the action: "story 12", "slot hero", "rule 3", or "article 40" for a feed's story. It contains a story's
   * id, since the slug may change.
   */
  subject: string;
  /** JSON: the state before and after; null if there was none. */
  before: string | null;
  after: string | null;
}

/** A story that an editor has put in a place on the front page. */
export interface PinRow {
  edition: string;
  /** "hero", the slug of the section whose block the story leads, or a later place in the block, such as "local/3". */
  slot: string;
  article_id: number;
  /** ISO 8601. */
  until: string;
}

export const ALERT_LEVELS = ["breaking", "weather", "closing"] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** A line at the top of every page of an edition. Rows of ended alerts stay. */
export interface AlertRow {
  id: Generated<number>;
  edition: string;
  level: AlertLevel;
  /** Text of the alert. */
  line: string;
  /** URL or path of a page with details; null for none. */
  link: string | null;
  /** ISO 8601. */
  starts_at: string;
  ends_at: string;
  /** `waiting` before its start; the schedule makes it `current`, and `ended` at its end. */
  state: "waiting" | "current" | "ended";
  /** Feed of an official alert, the alert's identifier there, its authority and its area; null for an editor's. */
  source_url: string | null;
  identifier: string | null;
  sender: string | null;
  area: string | null;
  /**
   * Digest of an official alert's identity: its source, and the sender, the identifier and the time of its message.
   * Unique within an edition. Null for an editor's alert, and for alerts of earlier versions.
   */
  alert_key: string | null;
  /**
   * Editor who ended the alert; null otherwise. An official alert that an editor ended stays ended, whatever its source
   * lists.
   */
  ended_by: string | null;
}

/** A rule that an editor added to the rules in `edition.yaml`. */
interface RuleRow {
  id: Generated<number>;
  edition: string;
  /** JSON, as in `edition.yaml`. */
  rule: string;
  added_at: string;
  added_by: string;
}

/**
 * Reason why readers do not see an entry: a rule drops it; it waits for an editor; an editor rejected it; or it waited
 * longer than the edition permits.
 */
export type HiddenReason = "rule" | "waiting" | "rejected" | "overdue";

/** An article that an edition does not show as a story of one of its feeds. */
export interface HiddenEntryRow {
  article_id: number;
  edition: string;
  feed_url: string;
  /** Slug of the section that hides the entry; "" if all sections of the edition hide it. */
  section: string;
  reason: HiddenReason;
  hidden_at: string;
}

/** An editor's decision about a story of a feed that is reviewed. */
interface ReviewRow {
  article_id: number;
  edition: string;
  decision: "approved" | "rejected";
  decided_at: string;
}

/** A feed with `review`, and the time since which its new stories wait. */
interface ReviewedFeedRow {
  edition: string;
  feed_url: string;
  since: string;
}

/** The rules that an edition's hidden entries follow. */
export interface AppliedRulesRow {
  edition: string;
  /** Digest of the rules and of all other settings that decide which entries are hidden. */
  digest: string;
  /**
   * Id of the last article to which the rules have been applied, starting from the newest; null once they apply to all.
   */
  last_id: number | null;
  /** Time at which the age of stories was last compared with the rules. */
  applied_at: string;
}
