import type { MiddlewareHandler } from "hono";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { isPrivatePage } from "./privatePages.ts";
import type { Sites } from "./sites.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Uses `Sec-Fetch-Site` and `Origin` to reject forms that another site's page posts on a reader's behalf (CSRF).
 *
 * Pages with a token in their URL are exempt. The token is sufficient proof, and legitimate posts may fail the check:
 * mail programs send neither header (RFC 8058), and browsers send `Origin: null` from a page with the policy
 * `no-referrer`.
 *
 * Removes `Origin` from accepted requests. React Router would reject an origin that differs from the host that a proxy
 * sends.
 */
export function refuseCrossSite(sites: Pick<Sites, "find">): MiddlewareHandler {
  return async (context, next) => {
    const { method, raw, path } = context.req;
    if (SAFE_METHODS.has(method)) return next();
    const { host, origin } = new URL(raw.url);
    const site = sites.find(origin);
    const siteHost = URL.parse(site?.siteUrl ?? "")?.host;
    // Accepts the host in the `Host` header, too: it may have the port of a container or a proxy, which `origin` lacks.
    // Accepting it is safe, since no page can set this header.
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
