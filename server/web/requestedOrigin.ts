import type { MiddlewareHandler } from "hono";
import { getForwardedHeaders, getPeer } from "./clientAddress.ts";
import type { Sites } from "./sites.ts";

/** Replaces the origin of a request's URL with the public origin, so that all routes find the same site. */
export function setRequestedOrigin(sites: Pick<Sites, "getOrigin">): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req;
    const url = new URL(raw.url);
    const forwarded = getForwardedHeaders(context);
    const origin = sites.getOrigin({ host: url.host, peer: getPeer(context), forwarded });
    if (origin !== undefined && origin !== url.origin) {
      const { method, headers, body, signal } = raw;
      const init = { method, headers, body, signal, duplex: "half" };
      context.req.raw = new Request(origin + url.pathname + url.search, init);
    }
    return next();
  };
}
