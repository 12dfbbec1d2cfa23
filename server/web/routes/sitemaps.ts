import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { mapIndex } from "../../syndication/sitemaps/sitemapXml.ts";
import { POLICIES } from "../cacheControl.ts";
import type { ServeFile } from "../fileService.ts";
import type { Services } from "../services.ts";
import type { RequestedSite, Sites } from "../sites.ts";

interface Parts {
  servicesFor: (site: RequestedSite) => Services;
  sites: Sites;
  serveFile: ServeFile;
}

const XML = "application/xml; charset=utf-8";

/** Adds robots.txt and the sitemaps. Crawlers request them seldom, so sitemaps are not cached. */
export function addSitemapRoutes(app: Hono, { servicesFor, sites, serveFile }: Parts): void {
  app.get("/robots.txt", ({ req }) =>
    serveFile(req.raw, "/robots.txt", ({ siteUrl }) => ({
      ...{ body: robotsTxt(siteUrl), type: "text/plain; charset=utf-8", policy: "file" as const },
    })),
  );

  app.get("/sitemap.xml", ({ req }) =>
    serveFile(req.raw, null, async ({ maps }) => ({
      ...{ body: mapIndex(await maps.all()), type: XML, policy: "feed" as const },
    })),
  );

  app.get("/sitemaps/pages.xml", ({ req }) =>
    serveFile(req.raw, null, ({ maps }) => ({ body: maps.pages(), type: XML, policy: "file" })),
  );

  app.get("/sitemaps/:file{articles-[1-9]\\d{0,5}\\.xml}", async (context, next) => {
    const number = Number(/\d+/.exec(context.req.param("file"))?.[0]);
    const site = sites.find(new URL(context.req.url).host);
    const sitemap = site && (await servicesFor(site).maps.articles(number));
    if (!sitemap) return next();
    const { text, state, changedAt } = sitemap;
    const etag = `W/"${createHash("sha256").update(state).digest("base64url").slice(0, 22)}"`;
    const date = changedAt && { "last-modified": new Date(changedAt).toUTCString() };
    const headers = { etag, ...date, "cache-control": POLICIES.feed };
    if (hasCurrent(context, etag, changedAt)) return context.body(null, 304, headers);
    // 50,000 addresses are megabytes: they are streamed from the store, at the pace of the client.
    return context.body(toStream(text), 200, { ...headers, "content-type": XML });
  });

  app.get("/news-sitemap.xml", ({ req }) =>
    serveFile(req.raw, null, async ({ maps }) => ({
      ...{ body: await maps.news(Date.now()), type: XML, policy: "feed" as const },
    })),
  );
}

/** Evaluates `If-None-Match`, and `If-Modified-Since` without it (RFC 9110, 13.2.2). */
function hasCurrent(context: Context, etag: string, changedAt: string | null): boolean {
  const etags = context.req.header("if-none-match");
  if (etags !== undefined) return etags.trim() === "*" || etags.split(",").some((tag) => opaque(tag) === opaque(etag));
  const since = Date.parse(context.req.header("if-modified-since") ?? "");
  // The header has whole seconds.
  return changedAt !== null && Math.floor(Date.parse(changedAt) / 1000) * 1000 <= since;
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}

function toStream(text: AsyncIterator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await text.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return?.();
    },
  });
}

/** Excludes search results, of which there is no end, and what only scripts request. */
function robotsTxt(siteUrl: string): string {
  return `User-agent: *
Disallow: /search
Disallow: /api

Sitemap: ${siteUrl}/sitemap.xml
Sitemap: ${siteUrl}/news-sitemap.xml
`;
}
