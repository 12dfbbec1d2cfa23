import type { Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { buildRss } from "../../core/rss.ts";
import { feedImage } from "../images/feedImage.ts";
import type { NewsFeed } from "../news/feeds.ts";
import { noting } from "../news/tags.ts";
import type { Services } from "../services.ts";
import type { Made } from "./cache/kept.ts";
import type { KeptPages } from "./keptPages.ts";
import { POLICIES } from "./policies.ts";
import { POLICY_OF_FILES, securityHeaders } from "./security.ts";
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
  kept: Pick<KeptPages, "other">;
}

/**
 * Answers for the edition's feeds. At /rss.xml and /feed a browser gets the page about them, and everybody else the feed
 * of all sections; a section's feed is a feed for everybody.
 */
export function addFeeds(routes: Hono, { servicesFor, sites, kept }: Parts): void {
  for (const path of TWO_FACED)
    routes.get(path, async (context, next) => {
      const accept = context.req.header("accept");
      if (prefersPage(accept)) return next();
      context.res = await kept.other(context.req.raw, negotiatedFeed(path, accept), (site) =>
        makeFeed(site, (feeds) => feeds.all(path), "Accept"),
      );
    });

  routes.get("/:section/rss.xml", async (context, next) => {
    const slug = context.req.param("section");
    const site = sites.of(new URL(context.req.url).host);
    if (!site?.edition.sections.some((section) => section.slug === slug)) return next();
    context.res = await kept.other(context.req.raw, `/${slug}/rss.xml`, (site) =>
      makeFeed(site, (feeds) => feeds.section(slug)),
    );
  });

  routes.get("/rss-image.png", async (context) => {
    const site = sites.of(new URL(context.req.url).host);
    if (!site) return context.notFound();
    const image = await feedImage(servicesFor(site).edition);
    return context.body(image, 200, { "content-type": "image/png", "cache-control": POLICIES.day });
  });

  async function makeFeed(
    site: RequestedSite,
    ask: (feeds: Services["feeds"]) => Promise<NewsFeed | undefined>,
    vary?: string,
  ): Promise<Made> {
    const shown = new Set<string>();
    const feed = await ask(noting(servicesFor(site), site.edition, shown).feeds);
    if (!feed) throw new Error(`The edition ${site.edition.id} has no such feed any more.`);
    const { changedAt } = feed.rss.channel;
    return {
      ...{ status: 200, tags: shown, body: Buffer.from(buildRss(feed.rss)) },
      headers: {
        "content-type": "application/rss+xml; charset=utf-8",
        ...(changedAt && { "last-modified": new Date(changedAt).toUTCString() }),
        ...(vary && { vary }),
        "cache-control": feed.isLoading ? POLICIES.filling : POLICIES.feed,
        "surrogate-key": [...shown].join(" "),
        "content-security-policy": POLICY_OF_FILES,
        ...securityHeaders(site.siteUrl.startsWith("https:")),
      },
    };
  }
}

/** Whether pages are asked for by name, and rather than feeds: a browser does both, and a feed reader neither. */
function prefersPage(accept: string | undefined): boolean {
  const wanted = parseAccept(accept ?? "");
  const wish = (type: string) => wanted.find((range) => range.type.toLowerCase() === type)?.q ?? 0;
  return wish("text/html") > Math.max(...FEED_TYPES.map(wish));
}
