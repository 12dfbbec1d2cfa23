import type { Edition } from "../editions/load.ts";
import type { Editions } from "../editions/registry.ts";

/** The requested edition and the site's public URL. */
export interface RequestedSite {
  edition: Edition;
  /** Public URL without a trailing slash. */
  siteUrl: string;
  /** Prefix of the site's cache keys. */
  keyPrefix: string;
  isCacheable: boolean;
}

/** Limits cached hosts: without SITE_URL, pages contain the requested host, of which a client can invent any number. */
const MAX_UNLISTED_HOSTS = 8;

export type Sites = ReturnType<typeof createSites>;

/** @param siteUrl SITE_URL, if the operator set it */
export function createSites(editions: Editions, siteUrl: string | undefined) {
  let sites = new Map<string, RequestedSite>();
  const unlistedHosts = new Set<string>();
  editions.onChange(() => {
    sites = new Map();
  });

  return {
    /** Returns the site of a `Host` header; undefined if the header is invalid or no edition has the host. */
    find(host: string): RequestedSite | undefined {
      const known = sites.get(host);
      if (known) return known;
      const url = URL.parse(`http://${host}`);
      if (!url) return undefined;
      const edition = editions.forHost(url.host);
      if (!edition) return undefined;
      const isListed = siteUrl !== undefined || edition.hosts.includes(url.hostname);
      if (!isListed && unlistedHosts.size < MAX_UNLISTED_HOSTS) unlistedHosts.add(url.host);
      const isCacheable = isListed || unlistedHosts.has(url.host);
      const address = siteUrl ?? url.origin;
      const site = { edition, siteUrl: address, keyPrefix: `${edition.id} ${address}`, isCacheable };
      if (isCacheable && sites.size < 10 * MAX_UNLISTED_HOSTS) sites.set(host, site);
      return site;
    },
    /** Returns the same site with the edition's current files. */
    refresh: (site: RequestedSite): RequestedSite => ({
      ...site,
      edition: editions.all().find(({ id }) => id === site.edition.id) ?? site.edition,
    }),
  };
}
