import { LRUCache } from "lru-cache";
import { getServerTexts } from "../../core/language/catalogs.ts";
import type { Limit } from "../jobs/limit.ts";
import type { RequestCounts } from "../metrics/requestCounts.ts";
import { normalizeQuery } from "../store/stories/formerPaths.ts";
import {
  type CachedResponse,
  type EncodedResponse,
  type Preconditions,
  type RenderedResponse,
  selectResponse,
} from "./cache/cachedResponse.ts";
import type { PageCache } from "./cache/pageCache.ts";
import type { Revisions } from "./cache/revisions.ts";
import { CACHE_POLICIES, isCacheable } from "./cacheControl.ts";
import type { PageAddress } from "./pageKey.ts";
import { isShared, type RenderPage } from "./render.ts";
import { sendResult, sendUncached } from "./send.ts";
import type { Addressing, RequestedSite, Sites } from "./sites.ts";

export type PageService = ReturnType<typeof createPageService>;

/** Parts of a request that select a cached response. */
export interface RequestHeaders extends Addressing {
  accept: string | undefined;
  preconditions: Preconditions;
}

interface Parts {
  cache: PageCache;
  revisions: Revisions;
  renderPage: RenderPage;
  limit: Limit;
  readAddress: (address: string, edition: RequestedSite["edition"]) => PageAddress | undefined;
  sites: Sites;
  counts: Pick<RequestCounts, "countCached" | "setPageRoute">;
  /** Returns the cache key of a path. For some paths, the `Accept` header selects a page or a feed. */
  negotiate: (address: string, accept: string | undefined) => string;
  /** Returns the target of a redirect from a former path, or a former query such as "/?p=12"; undefined for none. */
  findRedirect: (site: RequestedSite, path: string) => Promise<string | undefined>;
}

const MAX_MISSING_ADDRESSES = 5000;
/** Maximum length of a recorded key. Missing pages with longer keys are rendered at each request. */
const MAX_MISSING_KEY_LENGTH = 500;

/**
 * Creates the service that responds to requests for pages and their loader data, from the cache if possible. Pages are
 * cached by edition and normalized URL, unless the route's policy forbids it. A cached page must not depend on the
 * client, on cookies, or on the time of day.
 */
export function createPageService(parts: Parts) {
  const { cache, revisions, renderPage, limit, readAddress, sites, counts, negotiate, findRedirect } = parts;
  /** Missing pages by cache key: the revision at which each was missing, and the key of the shared not-found page. */
  const missing = new LRUCache<string, { revision: number; key: string }>({ max: MAX_MISSING_ADDRESSES });

  /**
   * If the page with the key `ownKey` is known to be missing at the current revision, returns the key of the not-found
   * page; otherwise undefined.
   */
  function knownMissing(site: RequestedSite, ownKey: string): string | undefined {
    const known = missing.get(ownKey);
    return known?.revision === revisions.current(site.edition.id) ? known.key : undefined;
  }

  function lookupMissing(site: RequestedSite, ownKey: string): CachedResponse | undefined {
    const key = knownMissing(site, ownKey);
    return key === undefined ? undefined : cache.lookup(key);
  }

  function select(cached: CachedResponse, preconditions: Preconditions): EncodedResponse {
    const response = selectResponse(cached, preconditions);
    counts.countCached(cached.rendered.route, response.status);
    return response;
  }

  /** Returns the key under which to cache a result; null if the result must not be cached. Records missing pages. */
  function getStorageKey(site: RequestedSite, address: PageAddress, { status, body }: RenderedResponse): string | null {
    const ownKey = getOwnKey(site, address);
    if (!isShared({ status }) || !isCacheable(address.policy)) return null;
    // Missing pages (404) share one page. Pages of removed stories (410) do not: they are few and may state a reason.
    if (status !== 404) return ownKey;
    const key = notFoundKey(site, address);
    if (ownKey !== null && ownKey.length <= MAX_MISSING_KEY_LENGTH)
      missing.set(ownKey, { revision: revisions.current(site.edition.id), key });
    return body.length > 0 ? key : null;
  }

  return {
    /** Returns the cached response to a GET or HEAD request; undefined if there is none. */
    lookup(url: string, { accept, preconditions, ...addressing }: RequestHeaders): EncodedResponse | undefined {
      const origin = sites.getOrigin(addressing);
      const site = origin === undefined ? undefined : sites.find(origin);
      if (!site?.hasAddress) return undefined;
      if (getFormerQuery(url) !== null) return undefined;

      // Most requested URLs are normalized already, so the URL is parsed only if the first lookup finds nothing.
      const urlKey = site.keyPrefix + negotiate(url, accept);
      const direct = cache.lookup(urlKey) ?? lookupMissing(site, urlKey);
      if (direct) return select(direct, preconditions);
      const address = readAddress(url, site.edition);
      if (!address || address.normalized === null) return undefined;
      const ownKey = site.keyPrefix + negotiate(address.normalized, accept);
      const cached = lookupMissing(site, ownKey) ?? cache.lookup(ownKey);
      return cached && select(cached, preconditions);
    },

    /** @param client the client's IP address, for the rate limits of forms */
    async respond(request: Request, client: string): Promise<Response> {
      const { origin, pathname, search } = new URL(request.url);
      const site = sites.find(origin);
      if (!site) return new Response("Bad Request", { status: 400 });
      const query = getFormerQuery(pathname + search);
      const target = query && (await findRedirect(site, query).catch(() => undefined));
      if (target) return redirect(target);
      const address = readAddress(pathname + search, site.edition);
      const policy = address?.policy;
      if (address) counts.setPageRoute(request, address.route);
      const renderOnce = async () =>
        sendUncached(await limit.run(() => renderPage(request, site, { client, policy })), request);
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (address && !isRead && !(request.method === "POST" && address.takesForms)) return refuseMethod(site, address);
      if (!isRead || !address || !site.hasAddress || policy === "never") return renderOnce();
      const ownKey = getOwnKey(site, address);
      // Paths that match only the catch-all route share one cached response, except former paths, which redirect. If
      // the store fails, the path may be a former path, so the response is rendered without the cache.
      const isMoved = async () => (await findRedirect(site, pathname.replace(/\.data$/, ""))) !== undefined;
      const mayRedirect = ownKey === null && (await isMoved().catch(() => true));
      if (mayRedirect) return renderOnce();
      const result = await cache.get({
        key: ownKey === null ? notFoundKey(site, address) : (knownMissing(site, ownKey) ?? ownKey),
        edition: site.edition.id,
        render: createRender(site, address, pathname),
        storeAs: (rendered) => getStorageKey(site, address, rendered),
      });
      const { status, body } = result.rendered;
      const shared = status === 404 && body.length === 0 && cache.lookup(notFoundKey(site, address));
      if (shared) return sendResult({ rendered: shared.rendered, cached: shared }, request);
      // A redirect or an error may depend on the URL's spelling, so the response is rendered for the requested URL.
      if (isShared(result.rendered) || pathname + search === address.normalized) return sendResult(result, request);
      return renderOnce();
    },
  };

  /**
   * Returns a function that renders a page. The cache calls the function to get a page that is not cached, and later to
   * update the page.
   */
  function createRender(site: RequestedSite, address: PageAddress, pathname: string): () => Promise<RenderedResponse> {
    const normalized = address.normalized ?? pathname;
    let isFirst = true;
    return async () => {
      // The first call may skip the render if the page is missing and the not-found page is cached. Later calls must
      // render, since they update the stored page, which may be the not-found page.
      const mayShare = isFirst;
      isFirst = false;
      const page = await renderPage(new Request(site.siteUrl + normalized), sites.refresh(site), {
        policy: address.policy,
        hasNotFoundPage: () => mayShare && cache.lookup(notFoundKey(site, address)) !== undefined,
      });
      const rendered = { ...page, route: address.route };
      if (negotiate(normalized, undefined) === normalized) return rendered;
      return { ...rendered, headers: { ...rendered.headers, vary: "Accept" } };
    };
  }
}

/**
 * Returns the normalized query of an address such as "/?p=12"; null for other addresses. Such a query may name a page
 * of the edition's former site. On this site, the front page uses no query.
 */
function getFormerQuery(url: string): string | null {
  return url.startsWith("/?") ? normalizeQuery(url.slice(1)) : null;
}

function redirect(location: string): Response {
  return new Response(null, { status: 301, headers: { location, "cache-control": CACHE_POLICIES.page } });
}

/** Responds with 405. React Router would send an English page, or data for its own scripts. */
function refuseMethod({ edition }: RequestedSite, { takesForms }: PageAddress): Response {
  const headers = { allow: takesForms ? "GET, HEAD, POST" : "GET, HEAD", "cache-control": CACHE_POLICIES.never };
  return new Response(getServerTexts(edition.language).refusals.wrongMethod, { status: 405, headers });
}

/** Returns the cache key of a page; null if only the catch-all route matches. */
function getOwnKey(site: RequestedSite, { normalized }: PageAddress): string | null {
  return normalized === null ? null : site.keyPrefix + normalized;
}

/** Returns the key of the not-found page that all missing pages of a route share. */
function notFoundKey(site: RequestedSite, address: PageAddress): string {
  return `${site.keyPrefix} 404 ${address.notFoundKey}`;
}
