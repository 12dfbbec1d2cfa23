import type { PublicEdition } from "./editions/public.ts";
import type { Feeds } from "./news/feeds.ts";
import type { ArticlePage, FrontPage, SectionPage, Story } from "./news/views.ts";

/** The questions that pages ask about one edition's news. Each is answered from the store alone. */
export interface News {
  frontPage(): Promise<FrontPage>;
  /** Up to 15 stories of a section; undefined where the edition has no such section. */
  section(slug: string): Promise<SectionPage | undefined>;
  /** Undefined where no story of the edition has ever had this slug. */
  article(slug: string): Promise<ArticlePage | undefined>;
  /** The newest stories of all sections, newest first, each once. */
  latest(count: number): Promise<Story[]>;
}

/** What the server hands to a page's loader: the edition of the request's host name, its news, and its feeds. */
export interface Services {
  edition: PublicEdition;
  news: News;
  feeds: Feeds;
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
}
