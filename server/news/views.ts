import type { Card, Photograph } from "../../core/picture.ts";
import type { SectionLink } from "../editions/public.ts";

/** What pages are given. Everything here is plain data, safe to send to a browser. */

export type Layout = "list" | "featured";

/** Another article that tells the same story. */
export interface FurtherSource {
  publisher: string;
  title: string;
  /** The original, null where its feed gives none. */
  link: string | null;
}

/** One story as cards show it. */
export interface Story {
  slug: string;
  title: string;
  /** Plain text under the headline; "" where there is none. */
  deck: string;
  author: string;
  date: { instant: string | null; text: string };
  /** The publisher, null for the edition's own samples. */
  source: string | null;
  /** Others that tell the same story. */
  furtherSources: FurtherSource[];
  section: SectionLink;
  /** The photograph; null where the story has none, or we do not have it yet, and the skyline stands in its place. */
  picture: Picture | null;
}

/** A story's photograph, as an image is told of it. */
export interface Picture extends Photograph {
  alt: string;
  /** What the publisher prints under it, and whose picture it is; "" where the feed does not say. */
  caption: string;
  credit: string;
}

/**
 * Where a section's stories come from: `loading` before its first fetch has ended, `fresh` from its feeds, `cached` the
 * last good ones while its feeds fail, `samples` the edition's own.
 */
export type BlockState = "loading" | "fresh" | "cached" | "samples";

export interface Block {
  section: SectionLink;
  layout: Layout;
  state: BlockState;
  /** The sentence that tells readers of the state, null where there is nothing to tell. */
  notice: string | null;
  stories: Story[];
}

export type Hero =
  | { state: "loading" }
  | { state: "empty"; message: string }
  | { state: "loaded"; story: Story; label: string; readTime: string };

export interface FrontPage {
  hero: Hero;
  blocks: Block[];
}

export interface SectionPage {
  /** "News" where no section has the slug asked for. */
  title: string;
  block: Block;
}

/**
 * How a feed is: `new` before its first poll, `working`, `relayed` where only a relay reaches it, `failing` after it
 * worked, `silent` where it never did, `closed` where its publisher says so.
 */
export type Health = "new" | "working" | "relayed" | "failing" | "silent" | "closed";

/** A feed as the page of sources shows it. */
export interface Source {
  /** By which our own addresses name it. */
  slug: string;
  url: string;
  publisher: string;
  title: string;
  sections: SectionLink[];
  health: Health;
  /** The same in a sentence. */
  words: string;
  lastSuccess: { instant: string; text: string } | null;
  /** Stories of each of the last 14 days, the oldest first. */
  days: { day: string; text: string; count: number }[];
  total: number;
}

/** A story that an operator took down: its address stays, and says so. */
export interface TakenDown {
  isTakenDown: true;
}

export interface ArticlePage {
  isTakenDown: false;
  story: Story;
  /** Cleaned HTML: the whole text where we may print it, else "" (the excerpt is the deck). */
  bodyHtml: string;
  /** The original, null for the edition's own. */
  original: { href: string; publisher: string } | null;
  card: Card;
  more: Story[];
}
