import type { MonthWeeks } from "../../calendars/eventViews.ts";
import type { SectionLink } from "../../editions/public.ts";
import type { Story } from "../views.ts";

export interface ArchiveLink {
  title: string;
  href: string;
}

export interface ArchiveDay {
  /** "Thursday, April 17, 2025". */
  title: string;
  /** Such as 2025-04-17. */
  date: string;
  href: string;
  month: ArchiveLink;
  /** Newest first. */
  stories: Story[];
  /** True if the day ended so long ago that feeds hardly add to it. */
  isSettled: boolean;
  /** Link to all stories of the day; null if this page shows them all. */
  all: ArchiveLink | null;
  /** Nearest days with stories. */
  previous: ArchiveLink | null;
  next: ArchiveLink | null;
}

export interface ArchiveCell {
  date: string;
  number: number;
  count: number;
  /** "April 17: 12 stories". */
  label: string;
  href: string;
}

/** A month of the archive as a calendar. */
export interface ArchiveMonth extends MonthWeeks<ArchiveCell> {
  /** "April 2025". */
  title: string;
  href: string;
  count: number;
  isSettled: boolean;
  /** Nearest months with stories. */
  previous: ArchiveLink | null;
  next: ArchiveLink | null;
}

/** Older stories of a section, after those of its own page. */
export interface OlderStories {
  section: SectionLink;
  stories: Story[];
  /** Address of the next older ones; null if there are none. */
  older: string | null;
}
