import type { SectionLink } from "../../server/editions/public.ts";
import type { ArticlePage, Story } from "../../server/news/views.ts";

/** A story that the reader saved, with all that is needed to read it without a connection. */
export interface SavedStory {
  slug: string;
  /** Milliseconds since 1970. No two stories have the same: by this they stand in the order in which they were saved. */
  savedAt: number;
  story: Pick<Story, "title" | "deck" | "author" | "date" | "source"> & {
    section: Pick<SectionLink, "name" | "href" | "tone">;
  };
  original: ArticlePage["original"];
  /** The text as HTML that our server cleaned, "" where there is none to print; null while it is still to be fetched. */
  bodyHtml: string | null;
}

/** A section by its slug, or a source by its publisher's name. */
export interface Follow {
  kind: "section" | "source";
  id: string;
  followedAt: number;
}

/** A story that was opened. */
export interface ReadStory {
  slug: string;
  title: string;
  section: string;
  readAt: number;
}

/** What is kept on the device, apart from the choices that app/ui/theme.ts keeps. */
export interface Shelf {
  saved: SavedStory[];
  follows: Follow[];
  /** The newest first. */
  history: ReadStory[];
}

/** The part of a shelf that every page shows. */
export interface Marks {
  saved: ReadonlySet<string>;
  follows: readonly Follow[];
}

/** A story's own part of what is kept of it. */
export function storyToKeep({ title, deck, author, date, source, section }: SavedStory["story"]): SavedStory["story"] {
  const { name, href, tone } = section;
  return { title, deck, author, date, source, section: { name, href, tone } };
}
