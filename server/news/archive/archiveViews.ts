import type { MonthWeeks } from "../../calendars/eventViews.ts";
import type { SectionLink } from "../../editions/derived/publicEdition.ts";
import type { Story } from "../views.ts";

export interface ArchiveLink {
  title: string;
  href: string;
}

export interface ArchiveDay {
  /** Title such as "Thursday, April 17, 2025". */
  title: string;
  /** Date such as 2025-04-17. */
  date: string;
  href: string;
  month: ArchiveLink;
  /** Newest first. */
  stories: Story[];
  /** True if later days have stories, and the day is so long ago that feeds rarely add stories to it. */
  isSettled: boolean;
  /** Link to all stories of the day; null if this page shows them all. */
  all: ArchiveLink | null;
  /** Nearest earlier and later days with stories; null if there are none. */
  previous: ArchiveLink | null;
  next: ArchiveLink | null;
}

export interface ArchiveCell {
  date: string;
  number: number;
  count: number;
  /** Label such as "April 17: 12 stories". */
  label: string;
  href: string;
}

export interface ArchiveMonth extends MonthWeeks<ArchiveCell> {
  /** Title such as "April 2025". */
  title: string;
  href: string;
  count: number;
  /** Number of invented stories in `count`. */
  sampleCount: number;
  isSettled: boolean;
  /** Nearest earlier and later months with stories; null if there are none. */
  previous: ArchiveLink | null;
  next: ArchiveLink | null;
}

/** A page of a section's stories that are older than a given story. */
export interface OlderStories {
  section: SectionLink;
  stories: Story[];
  /** Path of the page with still older stories; null if there are none. */
  older: string | null;
}
