import type { Events } from "../calendars/eventViews.ts";
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
import type { NewsletterService } from "../newsletter/views.ts";
import type { RadioView } from "../radio/view.ts";
import type { Feeds } from "../syndication/feeds.ts";
import type { Sitemaps } from "../syndication/sitemaps/sitemaps.ts";

/** Everything a page's loader may ask for, for the edition of the requested host. */
export interface Services {
  edition: PublicEdition;
  /** The site's address, without a slash at the end. */
  siteUrl: string;
  news: News;
  search: Search;
  archive: Archive;
  events: Events;
  /** Feeds out. */
  feeds: Feeds;
  sitemaps: Sitemaps;
  /** Returns one of the edition's static pages. */
  page(slug: string): StaticPage | undefined;
  faq: Faq;
  partner: PartnerPage;
  /** Undefined if the edition has no books page. */
  books: BooksPage | undefined;
  /** All editions of this process, this one included. */
  network: NetworkEdition[];
  /** The stations and what they play; undefined if the edition has no radio. */
  radio: RadioView | undefined;
  contact: ContactDesk;
  /** Undefined if the edition has no briefing. */
  newsletter: NewsletterService | undefined;
  /** Past briefings; undefined if the edition has none. */
  pastIssues: PastIssues | undefined;
  /** Called by a loader whose page shows skeletons: caches must ask again at each request. */
  markLoading(): void;
  /** Returns true if the page for a missing address (404 or 410) is cached, so that it need not be rendered. */
  hasNotFoundPage(status: number): boolean;
}
