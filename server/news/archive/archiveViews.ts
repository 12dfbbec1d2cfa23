import type { MonthWeeks } from "../../calendars/eventViews.ts";
import type { SectionLink } from "../../editions/public.ts";
import type { Story } from "../views.ts";

export interface ArchiveLink {
  title: string;
  href: string;
}

/** A day of the archive. */
interface ArchiveDay {
  /** "Thursday, April 17, 2025". */
  title: string;
  /** Such as 2025-04-17. */
  date: string;
  href: string;
  month: ArchiveLink;
  /** Newest first. */
  stories: Story[];
  /** Whether the day ended so long ago that feeds hardly add to it. */
  isSettled: boolean;
  /** Leads to all stories of the day; null if this page shows them all. */
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
  /** Whether the month ended so long ago that feeds hardly add to it. */
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

/** An edition's stories by date. */
export interface Archive {
  /** Returns undefined for a date that does not exist, lies in the future, or precedes the edition's first story. */
  day(year: string, month: string, day: string): Promise<ArchiveDay | undefined>;
  month(year: string, month: string): Promise<ArchiveMonth | undefined>;
  /** Returns the address of the newest month. */
  newest(): Promise<string>;
  /** Returns the stories after the story with the slug `after`; undefined if the section or the story does not exist. */
  older(section: string, after: string): Promise<OlderStories | undefined>;
  /** Returns the address of the stories after a list of a section's stories; null if there are none. */
  olderThan(section: string, stories: readonly Story[]): Promise<string | null>;
}
