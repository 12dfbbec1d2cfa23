import { LRUCache } from "lru-cache";
import type { Edition } from "../editions/loading/load.ts";
import type { Editions } from "../editions/loading/registry.ts";
import { getSiteAddress } from "../editions/schema/address.ts";
import { type createProxyReader, FORWARDED_HEADERS, type ForwardedHeaders } from "../net/proxies.ts";

/** The edition that a request is for, and the site's public address, which `getSiteAddress` determines. */
export interface RequestedSite {
  edition: Edition;
  /** Scheme and host of the request, as `Sites.getOrigin` returns them. */
  origin: string;
  /** URL without a trailing slash; "" if `hasAddress` is false and the edition names no public host. */
  siteUrl: string;
  /** False if no edition lists the host. Responses are then not cached, and pages do not state their address. */
  hasAddress: boolean;
  /** True if the site's address has https. Responses then have HSTS, so browsers keep using https. */
  isHttps: boolean;
  keyPrefix: string;
}

/** Parts of a request from which `getOrigin` derives the origin. */
export interface Addressing {
  /** The `Host` header. */
  host: string;
  /** Remote address of the connection. */
  peer: string;
  forwarded: ForwardedHeaders;
}

interface Parts {
  editions: Pick<Editions, "forHost" | "all" | "onChange">;
  readProxies: ReturnType<typeof createProxyReader>;
  getPort: () => number;
}

const MAX_CACHED = 200;
/** Protocol and forwarded host of a request without proxy headers. */
const DIRECT = { protocol: "http", host: undefined };

export type Sites = ReturnType<typeof createSites>;

export function createSites({ editions, readProxies, getPort }: Parts) {
  const sites = new LRUCache<string, RequestedSite>({ max: MAX_CACHED });
  const origins = new LRUCache<string, string>({ max: MAX_CACHED });
  editions.onChange(() => sites.clear());

  /** Returns the site at an origin; undefined if no edition has the host. */
  function find(origin: string): RequestedSite | undefined {
    const known = sites.get(origin);
    if (known) return known;
    const edition = editions.forHost(new URL(origin).host);
    if (!edition) return undefined;
    const { siteUrl, hasAddress } = getSiteAddress(edition, origin);
    const isHttps = hasAddress && siteUrl.startsWith("https:");
    const site = { edition, origin, siteUrl, hasAddress, isHttps, keyPrefix: `${edition.id} ${siteUrl}` };
    sites.set(origin, site);
    return site;
  }

  return {
    /**
     * Returns the origin of a request as clients know it, such as "https://news.example"; undefined if the host is
     * invalid. Clients can send any port in `Host`, so only the server's own port and a trusted proxy's port are
     * accepted.
     */
    getOrigin({ host, peer, forwarded }: Addressing): string | undefined {
      // Skips the parsing of proxy headers for requests that have none.
      const isDirect = FORWARDED_HEADERS.every((name) => forwarded[name] === undefined);
      const { protocol, host: forwardedHost } = isDirect ? DIRECT : readProxies(peer, forwarded);
      const key = isDirect ? host : `${protocol}\n${host}\n${forwardedHost}`;
      const known = origins.get(key);
      if (known !== undefined) return known;
      const url = forwardedHost === undefined ? null : URL.parse(`${protocol}://${forwardedHost}`);
      const origin = url?.origin ?? toOwnOrigin(protocol, host, getPort());
      if (origin !== undefined) origins.set(key, origin);
      return origin;
    },
    find,
    /** Returns host names that browsers on this computer can open: "localhost" and names that end in ".localhost". */
    listLocalHosts(): string[] {
      const atLocalhost = editions.forHost("localhost");
      return editions.all().flatMap((edition) => {
        if (edition.id === atLocalhost?.id) return "localhost";
        return edition.hosts.find((host) => host.endsWith(".localhost")) ?? [];
      });
    },
    /**
     * Returns the site with the edition's current files; the same object until editions change. If the site's origin
     * no longer has the same edition and public address, returns the given site.
     */
    refresh(site: RequestedSite): RequestedSite {
      const current = find(site.origin);
      return current?.keyPrefix === site.keyPrefix ? current : site;
    },
  };
}

/** Returns the origin of a `Host` header. Removes the port unless this server listens on it. */
function toOwnOrigin(protocol: string, host: string, ownPort: number): string | undefined {
  const url = URL.parse(`${protocol}://${host}`);
  if (!url) return undefined;
  if (url.port !== String(ownPort)) url.port = "";
  return url.origin;
}
