import type { Hono } from "hono";
import { CACHE_POLICIES } from "../cacheControl.ts";
import type { Clients } from "../clientAddress.ts";
import type { Services } from "../services.ts";
import type { RequestedSite } from "../sites.ts";

interface Parts {
  servicesFor: (site: RequestedSite, client: string) => Services;
  siteFor: (request: Request) => RequestedSite;
  clients: Clients;
}

/** Adds the route from which the sign-up form requests a signed time. Cached pages cannot contain the time. */
export function addFormTimeRoute(app: Hono, { servicesFor, siteFor, clients }: Parts): void {
  app.get("/api/newsletter/time", async (context, next) => {
    const { newsletter } = servicesFor(siteFor(context.req.raw), clients.get(context));
    if (!newsletter) return next();
    return context.text(newsletter.signFormTime(), 200, { "cache-control": CACHE_POLICIES.never });
  });
}
