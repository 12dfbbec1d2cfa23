import { eventsOf } from "../calendars/events.ts";
import type { Edition } from "../editions/load.ts";
import { networkOf } from "../editions/network.ts";
import { publicEdition } from "../editions/public.ts";
import { archiveOf } from "../news/archive/archive.ts";
import { newsOf } from "../news/news.ts";
import { openMemory } from "../news/queryCache.ts";
import { searchOf } from "../news/search/search.ts";
import { pastIssuesOf } from "../newsletter/archive.ts";
import { hasBriefing } from "../newsletter/templates/letter.ts";
import type { Database } from "../store/schema.ts";
import { feedsOf } from "../syndication/feeds.ts";
import { mapsOf } from "../syndication/sitemaps/sitemaps.ts";
import type { Services } from "./services.ts";
import type { RequestedSite } from "./sites.ts";

/** The services that need nothing but the editions and the store. */
type ReadServices = Omit<Services, "contact" | "newsletter" | "radio" | "markLoading" | "hasNotFoundPage">;

interface Parts {
  editions: () => readonly Edition[];
  database: Database;
  /** Returns the time since polling began, in milliseconds. */
  waited: () => number;
}

export function createReadServices({ editions, database, waited }: Parts): (site: RequestedSite) => ReadServices {
  const remembering = openMemory(database);
  return ({ edition, siteUrl }) => ({
    edition: publicEdition(edition, Date.now()),
    page: (slug) => edition.pages.get(slug),
    news: remembering(edition, newsOf(edition, database, waited)),
    feeds: feedsOf(edition, database, siteUrl, waited),
    maps: mapsOf(edition, database, siteUrl),
    events: eventsOf(edition, database, Date.now()),
    books: edition.books?.page,
    faq: edition.faq,
    pastIssues: hasBriefing(edition) ? pastIssuesOf(edition, database) : undefined,
    partner: edition.partner,
    network: networkOf(editions(), edition, siteUrl),
    search: searchOf(edition, database),
    archive: archiveOf(edition, database, Date.now()),
    siteUrl,
  });
}
