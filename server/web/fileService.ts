import type { Hono } from "hono";
import { getServerTexts } from "../../core/language/catalogs.ts";
import type { Limit } from "../jobs/limit.ts";
import type { RequestCounts } from "../metrics/requestCounts.ts";
import { type RenderedResponse, toCachedResponse } from "./cache/cachedResponse.ts";
import type { PageCache } from "./cache/pageCache.ts";
import { getCacheControl, type PolicyName } from "./cacheControl.ts";
import { FILE_CONTENT_POLICY, getSecurityHeaders, getSurrogateKey } from "./responseHeaders.ts";
import { sendResult } from "./send.ts";
import type { Services } from "./services.ts";
import type { RequestedSite, Sites } from "./sites.ts";

/** A response other than a page, such as a feed, a sitemap or JSON. */
interface CacheableFile {
  body: string | Buffer;
  type: string;
  policy: PolicyName;
  /** Time of the content's last change, ISO 8601; null or missing if unknown. */
  changedAt?: string | null;
  /** The `Vary` header, if the URL has more than one representation. */
  vary?: string;
  /** HTTP status; 200 by default. */
  status?: 404 | 410;
  headers?: Record<string, string>;
}

/**
 * Responds with a file from the cache, or builds it; responds with 404 if `build` returns undefined. `address` is the
 * cache key: the normalized URL path and everything else that determines the file; null bypasses the cache.
 */
export type ServeFile = (request: Request, address: string | null, build: BuildFile) => Promise<Response>;

/** Returns a function that adds the route of a file and uses the file's path as the cache key. */
export function createFileRoutes(routes: Hono, serveFile: ServeFile) {
  return (path: string, build: BuildFile) => void routes.get(path, ({ req }) => serveFile(req.raw, path, build));
}

type BuildFile = (
  services: Services,
  site: RequestedSite,
) => Promise<CacheableFile | undefined> | CacheableFile | undefined;

interface Parts {
  cache: PageCache;
  limit: Limit;
  sites: Sites;
  servicesFor: (site: RequestedSite) => Services;
  counts: Pick<RequestCounts, "getRoute">;
}

export function createFileService({ cache, limit, sites, servicesFor, counts }: Parts): ServeFile {
  return async (request, address, build) => {
    const requested = sites.find(new URL(request.url).origin);
    if (!requested) return new Response("Bad Request", { status: 400 });
    const route = counts.getRoute(request);
    const render = async () => {
      const site = sites.refresh(requested);
      const file = await build(servicesFor(site), site);
      return { ...toRendered(file, site, new URL(request.url).pathname), route };
    };
    if (address === null || !requested.hasAddress) return sendFile(await limit.run(render), request);
    const key = requested.keyPrefix + address;
    const { rendered, cached } = await cache.get({
      key,
      edition: requested.edition.id,
      render,
      storeAs: ({ status }) => (status === 200 ? key : null),
    });
    return cached ? sendResult({ rendered, cached }, request) : sendFile(rendered, request);
  };
}

/** Sends an uncached file with an ETag, since feed readers revalidate. */
async function sendFile(rendered: RenderedResponse, request: Request): Promise<Response> {
  return sendResult({ rendered, cached: await toCachedResponse(rendered, "quick") }, request);
}

function toRendered(file: CacheableFile | undefined, site: RequestedSite, path: string): RenderedResponse {
  const always = { "content-security-policy": FILE_CONTENT_POLICY, ...getSecurityHeaders(site.isHttps) };
  if (!file) {
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": getCacheControl("standIn", site),
      ...always,
    };
    return { status: 404, body: Buffer.from(getServerTexts(site.edition.language).refusals.nothingHere), headers };
  }
  return {
    status: file.status ?? 200,
    body: Buffer.from(file.body),
    headers: {
      "content-type": file.type,
      ...(file.changedAt && { "last-modified": new Date(file.changedAt).toUTCString() }),
      ...(file.vary && { vary: file.vary }),
      "cache-control": getCacheControl(file.policy, site),
      "surrogate-key": getSurrogateKey(site.edition.id, path),
      ...always,
      ...file.headers,
    },
  };
}
