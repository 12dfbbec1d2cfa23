import { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Hono } from "hono";
import { createEtag, hasCurrent } from "../cache/cachedResponse.ts";
import { getCacheControl } from "../cacheControl.ts";
import type { ServeFile } from "../fileService.ts";
import { getPreconditions } from "../send.ts";
import type { Services } from "../services.ts";
import type { RequestedSite, Sites } from "../sites.ts";

interface Parts {
  servicesFor: (site: RequestedSite) => Services;
  sites: Sites;
  serveFile: ServeFile;
}

const XML = "application/xml; charset=utf-8";

/** Adds robots.txt and the sitemaps. Crawlers rarely request sitemaps, so sitemaps are not cached. */
export function addCrawlerRoutes(app: Hono, { servicesFor, sites, serveFile }: Parts): void {
  app.get("/robots.txt", ({ req }) =>
    serveFile(req.raw, "/robots.txt", ({ siteUrl }) => {
      return { body: buildRobotsTxt(siteUrl), type: "text/plain; charset=utf-8", policy: "file" };
    }),
  );

  app.get("/sitemap.xml", ({ req }) =>
    serveFile(req.raw, null, async ({ sitemaps }) => ({ body: await sitemaps.index(), type: XML, policy: "feed" })),
  );

  app.get("/sitemaps/pages.xml", ({ req }) =>
    serveFile(req.raw, null, ({ sitemaps }) => ({ body: sitemaps.pages(), type: XML, policy: "file" })),
  );

  app.get("/sitemaps/:file{articles-[1-9]\\d{0,5}\\.xml}", async (context, next) => {
    const number = Number(/\d+/.exec(context.req.param("file"))?.[0]);
    const site = sites.find(new URL(context.req.url).origin);
    const sitemap = site && (await servicesFor(site).sitemaps.articles(number));
    if (!site || !sitemap) return next();
    const { text, state, changedAt } = sitemap;
    const etag = createEtag(Buffer.from(state));
    const date = changedAt === null ? "" : new Date(changedAt).toUTCString();
    const headers = { etag, ...(date && { "last-modified": date }), "cache-control": getCacheControl("feed", site) };
    if (hasCurrent({ etag, lastModified: Date.parse(date) }, getPreconditions(context.req.raw)))
      return context.body(null, 304, headers);
    // A sitemap of 50,000 URLs is megabytes long, so it is streamed from the store as fast as the client reads.
    const stream = NodeReadableStream.from(text) as ReadableStream<string>;
    return context.body(stream.pipeThrough(new TextEncoderStream()), 200, { ...headers, "content-type": XML });
  });

  app.get("/news-sitemap.xml", ({ req }) =>
    serveFile(req.raw, null, async ({ sitemaps }) => ({
      body: await sitemaps.news(Date.now()),
      type: XML,
      policy: "feed" as const,
    })),
  );
}

/**
 * Builds robots.txt. It excludes search results, which are endless, and URLs for scripts. Sitemaps need absolute URLs,
 * so they are listed only if `siteUrl` is not empty.
 */
function buildRobotsTxt(siteUrl: string): string {
  return `User-agent: *
Disallow: /search
Disallow: /api
${siteUrl && `\nSitemap: ${siteUrl}/sitemap.xml\nSitemap: ${siteUrl}/news-sitemap.xml\n`}`;
}
