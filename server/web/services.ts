import type { Events } from "../calendars/views.ts";
import type { ContactDesk } from "../contact/contact.ts";
import type { BooksPage } from "../editions/books.ts";
import type { Faq } from "../editions/faq.ts";
import type { NetworkEdition } from "../editions/network.ts";
import type { StaticPage } from "../editions/pages.ts";
import type { PartnerPage } from "../editions/partner.ts";
import type { PublicEdition } from "../editions/public.ts";
import type { Archive } from "../news/archive/archiveViews.ts";
import type { News } from "../news/news.ts";
import type { Search } from "../news/search/views.ts";
import type { PastIssues } from "../newsletter/archive.ts";
import type { NewsletterDesk } from "../newsletter/views.ts";
import type { RadioView } from "../radio/view.ts";
import type { Feeds } from "../syndication/feeds.ts";
import type { Maps } from "../syndication/sitemaps/sitemaps.ts";

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
