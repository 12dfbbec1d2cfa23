import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { buildRss } from "../../core/rss.ts";
import { feedImage } from "../images/feedImage.ts";
import type { NewsFeed } from "../news/feeds.ts";
import type { Services } from "../services.ts";

/** What a feed may be asked for as, when it is not asked for as a page. */
const FEED_TYPES = ["application/rss+xml", "application/atom+xml", "application/xml", "text/xml"];

/**
 * Answers for the edition's feeds. At /rss.xml and /feed a browser gets the page about them, and everybody else the feed
 * of all sections; a section's feed is a feed for everybody.
 */
export function addFeeds(site: Hono, servicesOf: (context: Context) => Services): void {
  for (const path of ["/rss.xml", "/feed"])
    site.get(path, async (context, next) => {
      if (prefersPage(context.req.header("accept"))) await next();
      else context.res = answer(context, await servicesOf(context).feeds.all(path));
      context.header("vary", "Accept", { append: true });
    });

  site.get("/:section/rss.xml", async (context, next) => {
    const feed = await servicesOf(context).feeds.section(context.req.param("section"));
    return feed ? answer(context, feed) : next();
  });

  site.get("/rss-image.png", async (context) => {
    const image = await feedImage(servicesOf(context).edition);
    return context.body(image, 200, { "content-type": "image/png", "cache-control": "public, max-age=86400" });
  });
}

/** Whether pages are asked for by name, and rather than feeds: a browser does both, and a feed reader neither. */
function prefersPage(accept: string | undefined): boolean {
  const wanted = parseAccept(accept ?? "");
  const wish = (type: string) => wanted.find((range) => range.type.toLowerCase() === type)?.q ?? 0;
  return wish("text/html") > Math.max(...FEED_TYPES.map(wish));
}

function answer(context: Context, { rss, isLoading }: NewsFeed): Response {
  const body = buildRss(rss);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const { changedAt } = rss.channel;
  const headers = {
    etag,
    ...(changedAt && { "last-modified": new Date(changedAt).toUTCString() }),
    "cache-control": isLoading ? "no-cache" : "public, max-age=300",
  };
  if (isKnown(context, etag, changedAt)) return context.body(null, 304, headers);
  return context.body(body, 200, { ...headers, "content-type": "application/rss+xml; charset=utf-8" });
}

/** Whether the asker has this very feed already (RFC 9110, section 13.2.2: where there is a tag, the date says nothing). */
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
