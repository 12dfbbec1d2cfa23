import type { SocialImage, StoredImage } from "../../core/image.ts";
import type { SectionLink } from "../editions/public.ts";

/** The data of news pages: plain objects, safe to send to a browser. */

export type Layout = "list" | "featured";

/** Another publisher's article about the same story. */
export interface FurtherSource {
  publisher: string;
  title: string;
  /** The original; null if its feed names none. */
  link: string | null;
}

/** A story as cards show it. */
export interface Story {
  slug: string;
  title: string;
  /** Plain text under the headline; may be "". */
  deck: string;
  author: string;
  date: { instant: string | null; text: string };
  /** The publisher; null for the edition's own samples. */
  source: string | null;
  furtherSources: FurtherSource[];
  section: SectionLink;
  /** Null if the story has no image or we have not downloaded it yet; then a skyline is drawn instead. */
  image: StoryImage | null;
}

/** Our copy of a story's image. */
export interface StoryImage extends StoredImage {
  alt: string;
  /** Caption and credit by the publisher; "" if the feed has none. */
  caption: string;
  credit: string;
}

/**
 * Origin of a section's stories: `loading` before the first poll of its feeds has ended, `fresh` from its feeds,
 * `cached` the last good ones while its feeds fail, `samples` the edition's own.
 */
export type BlockState = "loading" | "fresh" | "cached" | "samples";

export interface Block {
  section: SectionLink;
  layout: Layout;
  state: BlockState;
  /** Tells readers about the state; null if there is nothing to tell. */
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
  /** "News" for an unknown section. */
  title: string;
  block: Block;
}

/**
 * Health of a feed: `new` before its first poll, `working`, `relayed` if only a relay reaches it, `failing` after it
 * worked, `silent` if it never did, `closed` if its publisher says so (status 410).
 */
export type Health = "new" | "working" | "relayed" | "failing" | "silent" | "closed";

/** A feed on the page of sources. */
export interface Source {
  /** Name of the feed in our own addresses. */
  slug: string;
  /** Null if the feed is in a private network, where readers cannot open it. */
  url: string | null;
  publisher: string;
  title: string;
  sections: SectionLink[];
  health: Health;
  /** A sentence about its health. */
  words: string;
  lastSuccess: { instant: string; text: string } | null;
  /** Number of stories on each of the last 14 days, oldest first. */
  days: { day: string; text: string; count: number }[];
  total: number;
}

export interface TakenDown {
  isTakenDown: true;
}

export interface ArticlePage {
  isTakenDown: false;
  story: Story;
  /** Cleaned HTML: the full text if we may print it, otherwise "", since the excerpt is the deck. */
  bodyHtml: string;
  /** The original; null for the edition's own samples. */
  original: { href: string; publisher: string } | null;
  socialImage: SocialImage;
  more: Story[];
}
