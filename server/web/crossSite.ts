import type { MiddlewareHandler } from "hono";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { isPrivatePage } from "./privatePages.ts";
import type { Sites } from "./sites.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects forms that another site's page posts on a reader's behalf (CSRF), by `Sec-Fetch-Site` and `Origin`. Pages
 * with a token in their URL are exempt: the token is proof enough, mail programs post there without either header (RFC
 * 8058), and browsers send `Origin: null` from a page without a referrer.
 *
 * Accepted requests lose their `Origin`: React Router would compare it with the host that a proxy in front sends.
 */
export function refuseCrossSite(sites: Pick<Sites, "find">): MiddlewareHandler {
  return async (context, next) => {
    const { method, raw, path } = context.req;
    if (SAFE_METHODS.has(method)) return next();
    const { host, origin } = new URL(raw.url);
    const site = sites.find(origin);
    const siteHost = URL.parse(site?.siteUrl ?? "")?.host;
    // `Host` may have a port that a container maps or a proxy listens on. No page of another site can set this header.
    const written = context.req.header("host")?.toLowerCase();
    if (!isPrivatePage(path) && isForeign(raw.headers, [host, siteHost, written]))
      return context.text(getServerTexts(site?.edition.language ?? "en").refusals.otherSite, 403);
    if (raw.headers.has("origin")) {
      const headers = new Headers(raw.headers);
      headers.delete("origin");
      context.req.raw = new Request(raw, { headers });
    }
    return next();
  };
}

function isForeign(headers: Headers, hosts: readonly (string | undefined)[]): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  const host = URL.parse(origin ?? "")?.host;
  return origin !== null && (host === undefined || !hosts.includes(host));
}
