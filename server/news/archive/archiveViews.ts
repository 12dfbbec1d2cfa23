import type { MonthWeeks } from "../../calendars/views.ts";
import type { SectionLink } from "../../editions/public.ts";
import type { Story } from "../views.ts";

export interface ArchiveLink {
  title: string;
  href: string;
}

/** A day of the archive. */
export interface ArchiveDay {
  /** "Thursday, April 17, 2025". */
  title: string;
  /** Such as 2025-04-17. */
  date: string;
  href: string;
  month: ArchiveLink;
  /** Newest first. */
  stories: Story[];
  /** Whether it is over for so long that hardly anything comes to it any more. */
  isSettled: boolean;
  /** Where all of the day stand, if they are more than are shown here. */
  all: ArchiveLink | null;
  /** The nearest days that have stories. */
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

/** A month of the archive, as a table of its days. */
export interface ArchiveMonth extends MonthWeeks<ArchiveCell> {
  /** "April 2025". */
  title: string;
  href: string;
  count: number;
  /** Whether it is over for so long that hardly anything comes to it any more. */
  isSettled: boolean;
  /** The nearest months that have stories. */
  previous: ArchiveLink | null;
  next: ArchiveLink | null;
}

/** Older stories of a section, behind the ones of its own page. */
export interface OlderStories {
  section: SectionLink;
  stories: Story[];
  /** Where still older ones stand; null where there are none. */
  older: string | null;
}

/** What the edition had, by its dates. */
export interface Archive {
  /** Undefined where there is no such day: on the calendar, in the past, and since the edition's first story. */
  day(year: string, month: string, day: string): Promise<ArchiveDay | undefined>;
  month(year: string, month: string): Promise<ArchiveMonth | undefined>;
  /** Where the newest month stands. */
  newest(): Promise<string>;
  /** @param after the slug of a story; undefined where there is no such section, or it has no such story */
  older(section: string, after: string): Promise<OlderStories | undefined>;
  /** Where what comes after a list of a section's stories stands; null where nothing does. */
  olderThan(section: string, stories: readonly Story[]): Promise<string | null>;
}
