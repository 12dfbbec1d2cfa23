import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";

/** Which edition a request is for, and where its reader is. */
export interface RequestedSite {
  edition: Edition;
  /** Without a slash at the end. */
  siteUrl: string;
  /** What stands before an address to tell the sites' pages apart. */
  prefix: string;
  /** Whether its pages are kept. */
  isKept: boolean;
}

/** Where SITE_URL is not set, pages hold the name by which they were asked for, and anybody can make names up. */
const MOST_UNLISTED = 8;

/** The sites that this process publishes. */
export interface Sites {
  /** The site of a `Host` header; undefined where that is none. */
  of(host: string): RequestedSite | undefined;
  /** The same site with its edition as it is now. */
  now(site: RequestedSite): RequestedSite;
}

export function sitesOf(editions: Editions, siteUrl: string | undefined): Sites {
  let known = new Map<string, RequestedSite>();
  const unlisted = new Set<string>();
  editions.onChange(() => {
    known = new Map();
  });

  function of(host: string): RequestedSite | undefined {
    const remembered = known.get(host);
    if (remembered) return remembered;
    const url = URL.parse(`http://${host}`);
    if (!url) return undefined;
    const edition = editions.forHost(url.host);
    const isListed = siteUrl !== undefined || edition.hosts.includes(url.hostname);
    if (!isListed && unlisted.size < MOST_UNLISTED) unlisted.add(url.host);
    const isKept = isListed || unlisted.has(url.host);
    const site = { edition, siteUrl: siteUrl ?? url.origin, prefix: `${edition.id} ${siteUrl ?? url.origin}`, isKept };
    if (isKept && known.size < 10 * MOST_UNLISTED) known.set(host, site);
    return site;
  }

  return {
    of,
    now: (site) => ({ ...site, edition: editions.all().find(({ id }) => id === site.edition.id) ?? site.edition }),
  };
}
