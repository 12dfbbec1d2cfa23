import type { Conflict } from "../../../core/markdown/mergeBodies.ts";
import type { Capability } from "../../people/capabilities.ts";
import type { StaffStoryState } from "../../store/schema/newsroomSchema.ts";
import type { PersonRole } from "../../store/schema/peopleSchema.ts";
import type { CheckResult } from "../../stories/checks/checkStory.ts";
import type { CopyContent } from "../../stories/copyContent.ts";

/** Instants in these types are ISO 8601. The response to a rejected request is text: a sentence for the person. */

/** Person who is signed in. */
export interface Me {
  id: number;
  name: string;
  email: string | null;
  /** Editions in which the person has a role. */
  editions: MyEdition[];
}

export interface MyEdition {
  id: string;
  name: string;
  language: string;
  timeZone: string;
  role: PersonRole;
  capabilities: Capability[];
  sections: { slug: string; name: string }[];
  /** Names of the edition's authors. */
  authors: string[];
}

/** Names of the lists of stories. A name is the last segment of the address of its list. */
export const STORY_LISTS = ["mine", "all", "review", "drafts", "scheduled", "published", "withdrawn"] as const;
export type StoryList = (typeof STORY_LISTS)[number];

export interface StoryRow {
  id: number;
  title: string;
  state: StaffStoryState;
  sections: string[];
  byline: string[];
  words: number;
  savedAt: string;
  savedBy: string;
  publishAt: string | null;
  publishedAt: string | null;
  submittedAt: string | null;
  /** True for a published story whose working copy has changes that readers do not see. */
  isChanged: boolean;
  /** Reason why a scheduled story was not published in time; null if the story is not overdue. */
  overdue: string | null;
}

interface Submission {
  at: string;
  by: string;
  note: string;
}

export interface StoryComment {
  id: number;
  at: string;
  by: string;
  text: string;
  resolvedBy: string | null;
}

export interface Copy {
  /** Number of the latest save; 0 before the first save. */
  revision: number;
  /** Version of the story on which the copy is based. */
  baseVersion: number;
  content: CopyContent;
  savedAt: string;
  savedBy: string;
}

/** A story as the story screen shows it. */
export interface StoryView extends Omit<StoryRow, "title" | "sections" | "byline" | "words" | "savedAt" | "savedBy"> {
  slug: string;
  /** Number of the newest version. */
  version: number;
  /** Time of the last update or correction; null before the first one. Silent changes do not count. */
  updatedAt: string | null;
  /** Time of the last correction; null for a story without corrections. */
  correctedAt: string | null;
  withdrawnLine: string | null;
  /** Sentence in the edition's language that readers of a withdrawn story see if the newsroom gives no reason. */
  usualWithdrawnLine: string;
  /** Address of the story on the site, set even before publication. */
  url: string;
  /** Slug that the title of the working copy would give the story. */
  copySlug: string;
  copy: Copy;
  /** Content that readers see; null if they see none. */
  published: CopyContent | null;
  submission: Submission | null;
  comments: StoryComment[];
}

export interface SaveAnswer {
  revision: number;
  savedAt: string;
  /** The copy merged with saves by others; null if the merge changed nothing. */
  merged: { content: CopyContent; by: string[]; conflicts: Conflict[]; fieldConflicts: string[] } | null;
}

/** Entry of a story's history: a version, a named revision of the copy, or an autosave that still exists. */
export interface HistoryEntry {
  kind: "version" | "revision";
  number: number;
  at: string;
  by: string;
  /** Name that a person gave the revision; null for none. */
  name: string | null;
  /** "now": readers see this version. "before": readers saw it earlier. Null: readers have never seen the entry. */
  published: "now" | "before" | null;
}

/** A person who has a story open. */
export interface Presence {
  personId: number;
  name: string;
}

/** Messages of a story's stream of events. */
export type StoryEvent =
  | { type: "presence"; people: Presence[] }
  | { type: "revision"; revision: number; by: string }
  | { type: "state"; state: StaffStoryState; version: number }
  /** Somebody submitted or returned the story, or commented on it. */
  | { type: "review" };

export type { CheckResult };

export interface Checks {
  results: CheckResult[];
  /** Number of links that were not requested, since a check requests a limited number. */
  uncheckedLinks: number;
  /** Address of the story once the copy is published. */
  url: string;
  /** Present address of a published story, if publishing the copy changes it; null otherwise. */
  formerUrl: string | null;
  /** Time at which the next briefing goes out; null if the edition or the server sends none. */
  nextBriefing: string | null;
  /** The story as readers will see it in lists. */
  card: { title: string; deck: string; byline: string };
}

export interface PublishAnswer {
  state: StaffStoryState;
  version: number;
  url: string;
  publishAt: string | null;
  /** True once the site shows this version, or hides a withdrawn story; null for a scheduled or unpublished story. */
  isSeen: boolean | null;
}

export interface LibraryImage {
  key: string;
  /** Address of the image in the text of stories. */
  url: string;
  name: string;
  alt: string;
  isDecorative: boolean;
  caption: string;
  credit: string;
  /** Point of the image that crops keep visible, such as "50% 25%"; null for the default. */
  focus: string | null;
  width: number;
  height: number;
  addedAt: string;
  addedBy: string;
  /** Stories that show the image. */
  stories: { id: number; title: string }[];
}

export interface PreviewAnswer {
  /** Address of the preview page, which people can pass on, since it needs no sign-in. */
  url: string;
  expiresAt: string;
}

/** Texts of a story outside its page: in the briefing and on social networks. */
export interface PreviewTexts {
  /** The briefing with the story; its HTML is at `preview/mail`. Null if the edition sends no briefing. */
  mail: { subject: string; text: string } | null;
  /** The card that social networks show; its image is at `preview/card`. */
  card: { title: string; description: string; host: string };
}

export interface PersonRow {
  id: number;
  name: string;
  email: string | null;
  role: PersonRole;
  passkeys: number;
  lastSeenAt: string | null;
  /** End of a pending invitation; null for none. */
  invitedUntil: string | null;
}

/** Delivery of the sign-in link after an invitation or a reset of a person's sign-in. */
export interface InvitationAnswer {
  /** Address to which the link was mailed; null if the link was not mailed. */
  mailedTo: string | null;
  /**
   * One-time link to pass on to the person. It is shown only once. Null if it was mailed, or the person can sign in
   * already.
   */
  link: string | null;
  /** True if the mail server did not accept the mail. */
  isMailFailed: boolean;
}

/** A person's own passkeys and sessions. */
export interface Account {
  passkeys: PasskeyRow[];
  sessions: SessionRow[];
  /** True after sign-in with a one-time link. Before adding a passkey, the person can use only the account screen. */
  needsPasskey: boolean;
}

export interface PasskeyRow {
  id: string;
  /** Transports by which browsers reach the authenticator, such as "internal"; [] for none reported. */
  transports: string[];
  createdAt: string;
  usedAt: string | null;
}

export interface SessionRow {
  id: number;
  method: "link" | "passkey" | "code";
  browser: string;
  usedAt: string;
  isCurrent: boolean;
}
