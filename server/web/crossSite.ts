import type { MiddlewareHandler } from "hono";
import { isPrivatePage } from "./privatePages.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects forms that another site's page posts on a reader's behalf (CSRF), by `Sec-Fetch-Site` and `Origin`. Pages
 * with a token in their URL are exempt: the token is proof enough, mail programs post there without either header (RFC
 * 8058), and browsers send `Origin: null` from a page without a referrer.
 * Removes `Origin` from accepted requests: React Router would compare it with the host that a proxy in front sends.
 *
 * @param siteUrl SITE_URL, if the operator set it
 */
export function refuseCrossSite(siteUrl: string | undefined): MiddlewareHandler {
  const siteHost = siteUrl === undefined ? undefined : new URL(siteUrl).host;
  return async (context, next) => {
    const { method, raw, path } = context.req;
    if (SAFE_METHODS.has(method)) return next();
    const { host } = new URL(raw.url);
    if (!isPrivatePage(path) && isForeign(raw.headers, siteHost === undefined ? [host] : [host, siteHost]))
      return context.text("This form was sent from another site, so we did not take it. Please fill it in here.", 403);
    if (raw.headers.has("origin")) {
      const headers = new Headers(raw.headers);
      headers.delete("origin");
      context.req.raw = new Request(raw, { headers });
    }
    return next();
  };
}

function isForeign(headers: Headers, hosts: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && !hosts.includes(URL.parse(origin)?.host ?? "");
}
