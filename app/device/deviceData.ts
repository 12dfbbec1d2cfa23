import type { SectionLink } from "../../server/editions/public.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";

/** A saved story with everything needed to read it offline. Devices and export files have this shape. */
export interface SavedStory {
  slug: string;
  /** Milliseconds since 1970. No two stories have the same, so that it orders them. */
  savedAt: number;
  story: Pick<Story, "title" | "deck" | "author" | "date" | "source"> & {
    section: Pick<SectionLink, "name" | "href" | "tone">;
  };
  original: ArticlePage["original"];
  /** The story's sanitized HTML; "" if its publisher lets us print none, null until it has been fetched. */
  bodyHtml: string | null;
}

export interface Follow {
  kind: "section" | "source";
  /** A section's slug, or a source's name. */
  id: string;
  followedAt: number;
}

/** An opened story in the reading history. */
export interface ReadStory {
  slug: string;
  title: string;
  section: string;
  readAt: number;
}

/** The contents of IndexedDB. The choices of app/ui/theme.ts are in localStorage. */
export interface DeviceData {
  /** In the order in which they were saved. */
  saved: SavedStory[];
  follows: Follow[];
  /** Newest first. */
  history: ReadStory[];
}
