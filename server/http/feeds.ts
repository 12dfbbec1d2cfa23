import type { Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { buildRss } from "../../core/rss.ts";
import { feedImage } from "../images/feedImage.ts";
import type { NewsFeed } from "../news/feeds.ts";
import type { Services } from "../services.ts";
import type { KeepFile } from "./keptFiles.ts";
import { POLICIES } from "./policies.ts";
import type { RequestedSite, Sites } from "./sites.ts";

/** What a feed may be asked for as, when it is not asked for as a page. */
const FEED_TYPES = ["application/rss+xml", "application/atom+xml", "application/xml", "text/xml"];

/** Where a browser gets the page about feeds, and everybody else the feed of all sections. */
const TWO_FACED = ["/rss.xml", "/feed"];

/** How an address is kept for who asks for it in this way: as the page, or as the feed. */
export function negotiatedFeed(address: string, accept: string | undefined): string {
  return TWO_FACED.includes(address) && !prefersPage(accept) ? `${address} as a feed` : address;
}

interface Parts {
  servicesFor: (site: RequestedSite) => Services;
  sites: Sites;
  keepFile: KeepFile;
}

/**
 * Answers for the edition's feeds. At /rss.xml and /feed a browser gets the page about them, and everybody else the feed
 * of all sections; a section's feed is a feed for everybody.
 */
export function addFeeds(routes: Hono, { servicesFor, sites, keepFile }: Parts): void {
  for (const path of TWO_FACED)
    routes.get(path, async (context, next) => {
      const accept = context.req.header("accept");
      if (prefersPage(accept)) return next();
      context.res = await keepFile(context.req.raw, negotiatedFeed(path, accept), async ({ feeds }) =>
        fileOf(await feeds.all(path), "Accept"),
      );
    });

  routes.get("/:section/rss.xml", async (context, next) => {
    const slug = context.req.param("section");
    const site = sites.of(new URL(context.req.url).host);
    if (!site?.edition.sections.some((section) => section.slug === slug)) return next();
    context.res = await keepFile(context.req.raw, `/${slug}/rss.xml`, async ({ feeds }) =>
      fileOf(await feeds.section(slug)),
    );
  });

  routes.get("/rss-image.png", async (context) => {
    const site = sites.of(new URL(context.req.url).host);
    if (!site) return context.notFound();
    const image = await feedImage(servicesFor(site).edition);
    return context.body(image, 200, { "content-type": "image/png", "cache-control": POLICIES.day });
  });
}

function fileOf(feed: NewsFeed | undefined, vary?: string) {
  if (!feed) return undefined;
  return {
    ...{ body: buildRss(feed.rss), type: "application/rss+xml; charset=utf-8" },
    ...({ policy: feed.isLoading ? "filling" : "feed", changedAt: feed.rss.channel.changedAt } as const),
    ...(vary && { vary }),
  };
}

/** Whether pages are asked for by name, and rather than feeds: a browser does both, and a feed reader neither. */
function prefersPage(accept: string | undefined): boolean {
  const wanted = parseAccept(accept ?? "");
  const wish = (type: string) => wanted.find((range) => range.type.toLowerCase() === type)?.q ?? 0;
  return wish("text/html") > Math.max(...FEED_TYPES.map(wish));
}
