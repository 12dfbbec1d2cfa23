import { readShownAlerts, type ShownAlert } from "../alerts/alerts.ts";
import { toLocalDate } from "../calendars/eventDates.ts";
import { createEvents } from "../calendars/events.ts";
import type { Events } from "../calendars/eventViews.ts";
import type { ContactService } from "../contact/contact.ts";
import { getNetwork, type NetworkEdition } from "../editions/derived/network.ts";
import { type PublicEdition, toPublicEdition } from "../editions/derived/publicEdition.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { BooksPage } from "../editions/pages/books.ts";
import { foldClosedEntries } from "../editions/pages/closedEntries.ts";
import type { Faq } from "../editions/pages/faq.ts";
import type { StaticPage } from "../editions/pages/pages.ts";
import type { PartnerPage } from "../editions/pages/partner.ts";
import { type Archive, createArchive } from "../news/archive/archive.ts";
import { createNews, type News } from "../news/news.ts";
import { createQueryCache } from "../news/queryCache.ts";
import { createSearch, type Search } from "../news/search/search.ts";
import { hasBriefing } from "../newsletter/briefedEdition.ts";
import { createPastIssues, type PastIssues } from "../newsletter/issueArchive.ts";
import type { NewsletterService } from "../newsletter/newsletter.ts";
import type { RadioView } from "../radio/view.ts";
import type { Database } from "../store/schema/schema.ts";
import type { SearchIndexes } from "../store/search/searchIndex.ts";
import { createFeeds, type Feeds } from "../syndication/feeds.ts";
import { createSitemaps, type Sitemaps } from "../syndication/sitemaps/sitemaps.ts";
import { createTakedowns, type Takedowns } from "../takedowns/list.ts";
import type { RequestedSite } from "./sites.ts";

/** All services for page loaders, for the edition of the requested host. */
export interface Services {
  edition: PublicEdition;
  /** The site's URL, without a trailing slash. */
  siteUrl: string;
  /** False if no edition lists the requested host. Pages must then not state their address. */
  hasAddress: boolean;
  /** Number that changes with the editions' files and then makes open pages reload; null except in a preview. */
  previewVersion: number | null;
  /** Returns the alerts of the bar at the top of every page. */
  alerts(): Promise<ShownAlert[]>;
  news: News;
  search: Search;
  archive: Archive;
  events: Events;
  feeds: Feeds;
  sitemaps: Sitemaps;
  takedowns: Takedowns;
  page(slug: string): StaticPage | undefined;
  faq: Faq | undefined;
  /** Undefined if the edition has no documents for partners. */
  partner: PartnerPage | undefined;
  books: BooksPage | undefined;
  /** The editions that /editions lists, in the order of that page. */
  network: NetworkEdition[];
  /** The stations and their current tracks; undefined if the edition has no radio. */
  radio: RadioView | undefined;
  contact: ContactService | undefined;
  /** Undefined if the edition takes no sign-ups. */
  newsletter: NewsletterService | undefined;
  /** Past briefings; undefined if the edition has none. */
  pastIssues: PastIssues | undefined;
  /** Marks the page as loading, so caches revalidate it at each request. Loaders of pages with skeletons call this. */
  markLoading(): void;
  /** Returns true if the not-found page is cached, so that it need not be rendered. */
  hasNotFoundPage(): boolean;
}

/** The services that need only the editions and the store. */
type ReadServices = Omit<
  Services,
  "contact" | "newsletter" | "radio" | "previewVersion" | "markLoading" | "hasNotFoundPage"
>;

interface Parts {
  editions: () => readonly Edition[];
  database: Database;
  searchIndexes: SearchIndexes;
  /** Returns the time since polling began, in ms. */
  getWaitedMs: () => number;
}

/**
 * Returns a function that returns a site's services. All requests to a site within a minute share one object. After a
 * change of editions, `Sites` returns new `RequestedSite` objects, which get new services.
 */
export function createReadServices({
  editions,
  database,
  searchIndexes,
  getWaitedMs,
}: Parts): (site: RequestedSite) => ReadServices {
  const withCache = createQueryCache(database);
  /** Services by site, with the minute for which they were created. Some services change at midnight. */
  const servicesBySite = new WeakMap<RequestedSite, { minute: number; services: ReadServices }>();

  function createServices({ edition, siteUrl, hasAddress }: RequestedSite, now: number): ReadServices {
    const network = getNetwork(editions(), edition.id, siteUrl);
    const searchable = { database, index: searchIndexes.for(edition) };
    return {
      edition: toPublicEdition(
        edition,
        now,
        network.some(({ isCurrent }) => !isCurrent),
      ),
      alerts: () => readShownAlerts(database, edition.id, new Date().toISOString()),
      page(slug) {
        const page = edition.pages.get(slug);
        const today = toLocalDate(new Date(now).toISOString(), edition.timeZone);
        return page && foldClosedEntries(page, today, edition.language);
      },
      news: withCache(edition, createNews(edition, database, getWaitedMs)),
      feeds: createFeeds(edition, searchable, siteUrl, getWaitedMs),
      sitemaps: createSitemaps(edition, database, siteUrl),
      takedowns: createTakedowns(edition, database),
      events: createEvents(edition, database, now),
      books: edition.books?.page,
      faq: edition.faq,
      pastIssues: hasBriefing(edition) ? createPastIssues(edition, database, now) : undefined,
      partner: edition.partner,
      network,
      search: createSearch(edition, searchable),
      archive: createArchive(edition, database, now),
      siteUrl,
      hasAddress,
    };
  }

  return (site) => {
    const now = Date.now();
    const minute = Math.floor(now / 60_000);
    const known = servicesBySite.get(site);
    if (known?.minute === minute) return known.services;
    const services = createServices(site, now);
    servicesBySite.set(site, { minute, services });
    return services;
  };
}
