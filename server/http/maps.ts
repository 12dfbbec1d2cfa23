import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import type { Maps } from "../maps/maps.ts";
import { mapIndex } from "../maps/sitemap.ts";
import { answerDocument, isKnown, KEEP } from "./document.ts";

interface Mapped {
  maps: Maps;
  siteUrl: string;
}

/** Answers what search engines ask for: where they may go, and what there is. */
export function addMaps(site: Hono, mappedOf: (context: Context) => Mapped): void {
  site.get("/robots.txt", (context) =>
    answerDocument(context, { body: robots(mappedOf(context).siteUrl), type: "text/plain", keep: KEEP.hour }),
  );

  site.get("/sitemap.xml", async (context) => {
    const body = mapIndex(await mappedOf(context).maps.all());
    return answerDocument(context, { body, type: "application/xml", keep: KEEP.feed });
  });

  site.get("/sitemaps/pages.xml", (context) =>
    answerDocument(context, { body: mappedOf(context).maps.pages(), type: "application/xml", keep: KEEP.hour }),
  );

  site.get("/sitemaps/:file{articles-[1-9]\\d{0,5}\\.xml}", async (context, next) => {
    const number = Number(/\d+/.exec(context.req.param("file"))?.[0]);
    const map = await mappedOf(context).maps.articles(number);
    if (!map) return next();
    const { text, state, changedAt } = map;
    const etag = `W/"${createHash("sha256").update(state).digest("base64url").slice(0, 22)}"`;
    const date = changedAt && { "last-modified": new Date(changedAt).toUTCString() };
    const headers = { etag, ...date, "cache-control": KEEP.feed };
    if (isKnown(context, etag, changedAt)) return context.body(null, 304, headers);
    // Fifty thousand addresses are megabytes: they leave as they are read, and wait for who takes them slowly.
    return context.body(streamOf(text), 200, { ...headers, "content-type": "application/xml; charset=utf-8" });
  });

  site.get("/news-sitemap.xml", async (context) => {
    const body = await mappedOf(context).maps.news(Date.now());
    return answerDocument(context, { body, type: "application/xml", keep: KEEP.feed });
  });
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
