import type { SocialImage, StoredImage } from "../../core/imageSizes.ts";
import type { SectionLink } from "../editions/derived/publicEdition.ts";
import type { StoryImage } from "../rights/permit.ts";

// Data of the news pages: plain objects, safe to send to a browser.

export type Layout = "list" | "featured";

/** Another publisher's article about the same story. */
export interface FurtherSource {
  publisher: string;
  title: string;
  /** URL of the original; null if the feed has none. */
  link: string | null;
}

/** A story's data for a card. */
export interface Story {
  slug: string;
  title: string;
  /** Plain text under the headline; may be "". */
  deck: string;
  author: string;
  date: { instant: string | null; text: string };
  /** Mark of a changed story in lists, such as "Updated". */
  update?: string;
  /** The publisher; null for staff stories and for samples. */
  source: string | null;
  /** True for an invented story that fills space. Absent rather than false, to keep pages small. */
  isSample?: true;
  /** Label that must accompany a sample or a sponsored story everywhere; absent for other stories. */
  mark?: string;
  furtherSources: FurtherSource[];
  section: SectionLink;
  /**
   * Null if the story has no image, the publisher does not permit it, or it is not downloaded yet. A lead then shows a
   * skyline, and other cards show only text.
   */
  image: StoryImage | null;
  /** True if the deck, image and text may leave the site. Absent rather than false, to keep pages small. */
  mayExport?: true;
  /** Language tag of the texts; absent if it is the edition's language. */
  language?: string;
  /** Part of the section, such as "Baseball", if the feed names one. Absent outside of the section's own page. */
  topic?: string;
}

/** Data for the stored or drawn image of a story, or for the drawing on a front page without a lead story. */
export type DrawnStory = Pick<Story, "image" | "slug" | "section">;

/**
 * State of a section. With stored articles: `cached` if all polled feeds fail, else `fresh`. Without articles:
 * `loading` until all feeds have been polled, for at most 8 s, and then `samples`, which the edition's files provide.
 */
export type BlockState = "loading" | "fresh" | "cached" | "samples";

export interface Block {
  section: SectionLink;
  layout: Layout;
  state: BlockState;
  /** Notice for readers about the state; null if there is none. */
  notice: string | null;
  stories: Story[];
  /** Text shown if no feed has failed, but there are no stories; otherwise absent. */
  noStories?: string;
}

export type Hero =
  | { state: "loading" }
  | { state: "empty"; message: string; drawing: DrawnStory }
  | { state: "loaded"; story: Story; label: string; readTime: string | null; notice: string | null };

export interface FrontPage {
  /** Line at the top of the page while samples replace the stories of all feeds; null otherwise. */
  standIn: string | null;
  hero: Hero;
  /** Stories beside the hero: four, two or none. */
  secondary: Story[];
  blocks: Block[];
  /** Message if there are no blocks, and a feed has failed; otherwise absent. */
  failed?: string;
  /** True if the blocks show the stories of all sections, so that the wall of the latest stories would repeat them. */
  isWhole?: true;
}

export interface SectionPage {
  title: string;
  /** Line at the top of the page while samples replace the stories of the section's feeds; null otherwise. */
  standIn: string | null;
  block: Block;
}

export interface LatestNews {
  stories: Story[];
  /** Text shown if no feed has failed, but there are no stories; otherwise absent. */
  noStories?: string;
  /** "Using cached articles" if feeds failed or returned nothing; otherwise null. */
  notice: string | null;
}

/**
 * Health of a feed: `new` before its first poll, `working`, `relayed` if only a relay reaches it, `failing` if it
 * worked before, `silent` if it never worked, `closed` on status 410, `takenDown` if the operator took it down.
 */
export type FeedHealth = "new" | "working" | "relayed" | "failing" | "silent" | "closed" | "takenDown";

/** A feed on the page of sources. */
export interface Source {
  /** Name of the feed in our URLs. */
  slug: string;
  /** Null if the feed is in a private network, where readers cannot open it. */
  url: string | null;
  publisher: string;
  title: string;
  sections: SectionLink[];
  health: FeedHealth;
  /** Sentence for readers about the feed's health. */
  healthText: string;
  /** Sentences for readers about how the site uses the feed. */
  rightsText: string;
  /** URL of the publisher's terms; null if the edition's files contain none. */
  terms: string | null;
  lastSuccess: { instant: string; text: string } | null;
  /** Number of stories on each of the last 14 days, oldest first. */
  days: { day: string; text: string; count: number }[];
  total: number;
}

/** A link to the page of an author or a topic. */
export interface LabelLink {
  name: string;
  href: string;
}

export interface LabelPage extends LabelLink {
  /** Plain text about an author; null for topics, and for authors without a biography. */
  biography: string | null;
  /** Path of an author's picture; null for none. */
  picture: string | null;
  stories: Story[];
}

export interface ListedCorrection {
  text: string;
  slug: string;
  title: string;
  date: { instant: string; text: string };
}

export interface TakenDown {
  isTakenDown: true;
  /** Sentence shown in place of a withdrawn or expired staff story; null for other stories. */
  line: string | null;
}

export interface ArticlePage {
  isTakenDown: false;
  story: Story;
  /** Notice about the state of the story's section; null if there is none. */
  notice: string | null;
  /** Read time of a staff story, such as "3 min read"; null for other stories. */
  readTime: string | null;
  /** Cleaned HTML: the full text if we may print it, otherwise "", since the deck shows the excerpt. */
  bodyHtml: string;
  /** URL of the publisher's image, if the page may link to it but not show it; otherwise null. */
  imageLink: string | null;
  /** False if the publisher permits no advertisement on the page. */
  hasAds: boolean;
  /** ISO 8601 instant after which no copy may be stored; null for no limit. */
  expiresAt: string | null;
  /** URL that search engines should list instead of this page; null for none. */
  canonical: string | null;
  /** The publisher's page; null for staff stories and samples, and for articles without a link. */
  original: { href: string; publisher: string } | null;
  /** The date of publication, with the time if it is known: "April 20, 2026 · 2:14 p.m." */
  published: string;
  /**
   * The last change; null if unknown. `text` is "Updated April 20, 2020" or, for a correction, "Corrected April 20,
   * 2020"; null if the page should not mention the change.
   */
  updated: { instant: string; text: string | null; isCorrection: boolean } | null;
  /** False for samples, and if search engines should list only the publisher's page. */
  isIndexed: boolean;
  /** Social image of the story; for samples, of the edition. */
  socialImage: SocialImage;
  /** Note on a sample's page that the story is invented; null for other stories. */
  sampleNote: string | null;
  /** Sponsor of a staff story, of this or another edition; null for none. `story.mark` names the sponsor, too. */
  sponsor: {
    /** True if the sponsor bought the story, which is advertising. */
    isPaid: boolean;
    name: string;
    /** URL of the sponsor's page; null for none. */
    href: string | null;
    /** Our copy of the sponsor's logo; null for none, and before it is stored. */
    logo: StoredImage | null;
  } | null;
  /** Corrections of a staff story, of this or another edition, oldest first; empty for other stories. */
  corrections: { text: string; date: { instant: string; text: string } }[];
  /** Links to the pages of a staff story's authors and topics; empty for other stories. */
  labels: LabelLink[];
  more: Story[];
}
