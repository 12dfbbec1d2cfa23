import type { PublicEdition } from "./editions/public.ts";
import type { ArticlePage, FrontPage, SectionPage, Source, Story, TakenDown } from "./news/views.ts";
import type { RadioView } from "./radio/view.ts";

/** The questions that pages ask about one edition's news. Each is answered from the store alone. */
export interface News {
  frontPage(): Promise<FrontPage>;
  /** Up to 15 stories of a section; undefined where the edition has no such section. */
  section(slug: string): Promise<SectionPage | undefined>;
  /** Undefined where no story of the edition has ever had this slug. */
  article(slug: string): Promise<ArticlePage | TakenDown | undefined>;
  /** The newest stories of all sections, newest first, each once. */
  latest(count: number): Promise<Story[]>;
  /** Every feed that the edition follows, and how it is. */
  sources(): Promise<Source[]>;
}

/** What the server hands to a page's loader: the edition of the request's host name, and its news. */
export interface Services {
  edition: PublicEdition;
  news: News;
  /** The edition's stations and what they play; undefined where it has no radio. */
  radio: RadioView | undefined;
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
}
