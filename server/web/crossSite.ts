import type { MiddlewareHandler } from "hono";
import { isPrivatePage } from "./privatePages.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses forms that another site's page posts to us in a reader's name, as far as browsers say so. A page with a token in
 * its address is let through: who knows the token needs no other proof, mail programs post there (RFC 8058), and browsers
 * name no origin from a page without referrer.
 *
 * What is let through loses its `Origin`, which the pages' framework would hold against an address that it knows only as
 * the proxy in front asked for it.
 *
 * @param siteUrl SITE_URL, where the operator set it
 */
export function refuseCrossSite(siteUrl: string | undefined): MiddlewareHandler {
  const own = siteUrl === undefined ? undefined : new URL(siteUrl).host;
  return async (context, next) => {
    const { method, raw, path } = context.req;
    if (READING.has(method)) return next();
    const { host } = new URL(raw.url);
    if (!isPrivatePage(path) && isForeign(raw.headers, own === undefined ? [host] : [host, own]))
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
