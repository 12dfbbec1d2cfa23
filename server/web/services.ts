import type { Faults, Fields } from "../contact/fields.ts";
import type { BooksPage } from "../editions/books.ts";
import type { ContactFile } from "../editions/contact.ts";
import type { Faq } from "../editions/faq.ts";
import type { NetworkEdition } from "../editions/network.ts";
import type { StaticPage } from "../editions/pages.ts";
import type { PartnerPage } from "../editions/partner.ts";
import type { PublicEdition } from "../editions/public.ts";
import type { ComingEvent, EventsMonth } from "../calendars/views.ts";
import type { Maps } from "../syndication/sitemaps/sitemaps.ts";
import type { Archive } from "../news/archive/archiveViews.ts";
import type { Feeds } from "../syndication/feeds.ts";
import type { ArticlePage, FrontPage, SectionPage, Source, Story, TakenDown } from "../news/views.ts";
import type { PastIssues } from "../newsletter/archive.ts";
import type { NewsletterDesk } from "../newsletter/views.ts";
import type { RadioView } from "../radio/view.ts";
import type { Search } from "../news/search/views.ts";

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

/** The events of the edition's calendars, answered from the store alone. */
export interface Events {
  /**
   * @param name such as 2026-12; this month where it is none that can hold events
   * @returns null where the edition has no calendars, or none of them has ever answered
   */
  month(name: string | null): Promise<EventsMonth | null>;
  /** The next events, soonest first. */
  coming(count: number): Promise<ComingEvent[]>;
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

/** What the server hands to a page's loader: the edition of the request's host name, its news, and its feeds. */
export interface Services {
  edition: PublicEdition;
  news: News;
  /** Undefined where the edition has no books. */
  books: BooksPage | undefined;
  /** One of the edition's own pages; undefined where it has none of this slug. */
  page(slug: string): StaticPage | undefined;
  faq: Faq;
  /** Every edition that is published beside this one, and this one. */
  network: NetworkEdition[];
  events: Events;
  feeds: Feeds;
  maps: Maps;
  /** The edition's stations and what they play; undefined where it has no radio. */
  radio: RadioView | undefined;
  contact: ContactDesk;
  /** Undefined where the edition has no briefing. */
  newsletter: NewsletterDesk | undefined;
  /** The briefing's issues; undefined where the edition has no briefing. */
  pastIssues: PastIssues | undefined;
  partner: PartnerPage;
  search: Search;
  archive: Archive;
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
}
