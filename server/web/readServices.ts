import { createEvents } from "../calendars/events.ts";
import type { Edition } from "../editions/load.ts";
import { getNetwork } from "../editions/network.ts";
import { toPublicEdition } from "../editions/public.ts";
import { createArchive } from "../news/archive/archive.ts";
import { createNews } from "../news/news.ts";
import { createQueryCache } from "../news/queryCache.ts";
import { createSearch } from "../news/search/search.ts";
import { createPastIssues } from "../newsletter/archive.ts";
import { hasBriefing } from "../newsletter/templates/letter.ts";
import type { Database } from "../store/schema.ts";
import { createFeeds } from "../syndication/feeds.ts";
import { createSitemaps } from "../syndication/sitemaps/sitemaps.ts";
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
  const remembering = createQueryCache(database);
  return ({ edition, siteUrl }) => ({
    edition: toPublicEdition(edition, Date.now()),
    page: (slug) => edition.pages.get(slug),
    news: remembering(edition, createNews(edition, database, waited)),
    feeds: createFeeds(edition, database, siteUrl, waited),
    sitemaps: createSitemaps(edition, database, siteUrl),
    events: createEvents(edition, database, Date.now()),
    books: edition.books?.page,
    faq: edition.faq,
    pastIssues: hasBriefing(edition) ? createPastIssues(edition, database) : undefined,
    partner: edition.partner,
    network: getNetwork(editions(), edition, siteUrl),
    search: createSearch(edition, database),
    archive: createArchive(edition, database, Date.now()),
    siteUrl,
  });
}
