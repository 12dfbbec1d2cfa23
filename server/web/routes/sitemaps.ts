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

/** Answers what search engines ask for: where they may go, and what there is. They come seldom, so little is kept. */
export function addMaps(routes: Hono, { servicesFor, sites, serveFile }: Parts): void {
  routes.get("/robots.txt", ({ req }) =>
    serveFile(req.raw, "/robots.txt", ({ siteUrl }) => ({
      ...{ body: robots(siteUrl), type: "text/plain; charset=utf-8", policy: "file" as const },
    })),
  );

  routes.get("/sitemap.xml", ({ req }) =>
    serveFile(req.raw, null, async ({ maps }) => ({
      ...{ body: mapIndex(await maps.all()), type: XML, policy: "feed" as const },
    })),
  );

  routes.get("/sitemaps/pages.xml", ({ req }) =>
    serveFile(req.raw, null, ({ maps }) => ({ body: maps.pages(), type: XML, policy: "file" })),
  );

  routes.get("/sitemaps/:file{articles-[1-9]\\d{0,5}\\.xml}", async (context, next) => {
    const number = Number(/\d+/.exec(context.req.param("file"))?.[0]);
    const site = sites.find(new URL(context.req.url).host);
    const map = site && (await servicesFor(site).maps.articles(number));
    if (!map) return next();
    const { text, state, changedAt } = map;
    const etag = `W/"${createHash("sha256").update(state).digest("base64url").slice(0, 22)}"`;
    const date = changedAt && { "last-modified": new Date(changedAt).toUTCString() };
    const headers = { etag, ...date, "cache-control": POLICIES.feed };
    if (isKnown(context, etag, changedAt)) return context.body(null, 304, headers);
    // Fifty thousand addresses are megabytes: they leave as they are read, and wait for who takes them slowly.
    return context.body(streamOf(text), 200, { ...headers, "content-type": XML });
  });

  routes.get("/news-sitemap.xml", ({ req }) =>
    serveFile(req.raw, null, async ({ maps }) => ({
      ...{ body: await maps.news(Date.now()), type: XML, policy: "feed" as const },
    })),
  );
}

/** Whether the asker has this very map already (RFC 9110, 13.2.2: where there is a tag, the date says nothing). */
function isKnown(context: Context, etag: string, changedAt: string | null): boolean {
  const tags = context.req.header("if-none-match");
  if (tags !== undefined) return tags.trim() === "*" || tags.split(",").some((tag) => opaque(tag) === opaque(etag));
  const since = Date.parse(context.req.header("if-modified-since") ?? "");
  // The header knows whole seconds only.
  return changedAt !== null && Math.floor(Date.parse(changedAt) / 1000) * 1000 <= since;
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}

function streamOf(text: AsyncIterator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
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

/** Everything may be read but answers to questions, of which there is no end, and what only scripts ask for. */
function robots(siteUrl: string): string {
  return `User-agent: *
Disallow: /search
Disallow: /api

Sitemap: ${siteUrl}/sitemap.xml
Sitemap: ${siteUrl}/news-sitemap.xml
`;
}
