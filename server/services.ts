import type { Faults, Fields } from "./contact/fields.ts";
import type { ContactFile } from "./editions/contact.ts";
import type { PartnerPage } from "./editions/partner.ts";
import type { PublicEdition } from "./editions/public.ts";
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

/** What became of a message: kept, or given back as it was typed with what is wrong with it. */
export type Receipt =
  | { isTaken: true }
  | { isTaken: false; status: 422 | 429; summary: string; faults: Faults; fields: Fields };

/** The way to the newsroom. */
interface ContactDesk {
  page: ContactFile;
  /** Takes a posted contact form. */
  receive(request: Request): Promise<Receipt>;
}

/** What the server hands to a page's loader: the edition of the request's host name, and its news. */
export interface Services {
  edition: PublicEdition;
  news: News;
  contact: ContactDesk;
  partner: PartnerPage;
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
}
