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

/** What is answered from the editions and the store alone, in whatever thread. */
type Reading = Omit<Services, "contact" | "newsletter" | "radio">;

interface Parts {
  editions: () => readonly Edition[];
  database: Database;
  /** Says how many milliseconds ago feeds began to be fetched. */
  waited: () => number;
}

/** What pages read, for the request of a site. */
export function readingServices({ editions, database, waited }: Parts): (site: RequestedSite) => Reading {
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
