import type { SectionLink } from "../../server/editions/derived/publicEdition.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";

/** Name of the database on the device. Do not change: readers' devices have databases with this name. */
export const DATABASE_NAME = "my";

/**
 * A saved story with everything needed to read it offline. Only optional fields may be added, since readers' devices
 * and exported files have stories of this shape.
 */
export interface SavedStory {
  slug: string;
  /** Milliseconds since 1970, unique among the saved stories, so that their order is fixed. */
  savedAt: number;
  story: Pick<Story, "title" | "deck" | "author" | "date" | "source"> & {
    section: Pick<SectionLink, "name" | "href" | "tone">;
  };
  original: ArticlePage["original"];
  /** The story's sanitized HTML; "" if its publisher does not permit us to print it, null before the first fetch. */
  bodyHtml: string | null;
  /** Corrections of a staff story, oldest first. */
  corrections?: ArticlePage["corrections"];
  /** For a staff story: time of the version in this copy. /takedowns.json has the time of the newest version. */
  updatedAt?: string;
  /** Rights that apply to the copy; undefined before the first fetch of the text. */
  rights?: SavedRights;
}

interface SavedRights {
  /** ISO 8601 instant at which the copy is deleted; null for no limit. */
  expiresAt: string | null;
  /** True if the deck and the text may be in an exported file. */
  mayExport: boolean;
}

export interface Follow {
  kind: "section" | "source";
  /** A section's slug, or a source's name. */
  id: string;
  followedAt: number;
}

/** A story in the reading history. */
export interface HistoryEntry {
  slug: string;
  title: string;
  section: string;
  /** The publisher; null for the edition's staff stories. Missing in entries of earlier versions. */
  source?: string | null;
  readAt: number;
}

/** The contents of IndexedDB. The settings of app/ui/readerSettings.ts are in localStorage instead. */
export interface DeviceData {
  /** Oldest first, by `savedAt`. */
  saved: SavedStory[];
  follows: Follow[];
  /** Newest first. */
  history: HistoryEntry[];
}
