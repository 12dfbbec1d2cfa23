import type { Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { buildFeed } from "../../../core/feed/build.ts";
import { type FeedFormat, FORMATS } from "../../../core/feed/formats.ts";
import { buildOpml } from "../../../core/feed/opml.ts";
import type { Edition } from "../../editions/load.ts";
import { publicEdition } from "../../editions/public.ts";
import { sourcesBySlug } from "../../editions/sources.ts";
import { feedImage } from "../../images/drawn/channelImage.ts";
import type { NewsFeed } from "../../syndication/feeds.ts";
import { POLICIES } from "../cacheControl.ts";
import type { ServeFile } from "../fileService.ts";
import type { Services } from "../services.ts";

/** What a feed may be asked for as, when it is not asked for as a page. */
const FEED_TYPES = ["application/rss+xml", "application/atom+xml", "application/xml", "text/xml"];

/** Where a browser gets the page about feeds, and everybody else the feed of all sections. */
const TWO_FACED = ["/rss.xml", "/feed"];

/** How an address is kept for who asks for it in this way: as the page, or as the feed. */
export function negotiatedFeed(address: string, accept: string | undefined): string {
  return TWO_FACED.includes(address) && !prefersPage(accept) ? `${address} as a feed` : address;
}

interface Parts {
  editionOf: (request: Request) => Edition | undefined;
  serveFile: ServeFile;
}

/**
 * Answers for the edition's feeds, in every format. At /rss.xml and /feed a browser gets the page about them, and
 * everybody else the feed of all sections; every other feed is a feed for everybody.
 */
export function addFeeds(routes: Hono, { editionOf, serveFile }: Parts): void {
  for (const path of TWO_FACED)
    routes.get(path, async (context, next) => {
      const accept = context.req.header("accept");
      if (prefersPage(accept)) return next();
      context.res = await serveFile(context.req.raw, negotiatedFeed(path, accept), async ({ feeds }) =>
        fileOf(await feeds.all(path), "rss", { vary: "Accept" }),
      );
    });
  for (const format of ["atom", "json"] as const) {
    const path = `/${FORMATS[format].file}`;
    routes.get(path, ({ req }) => serveFile(req.raw, path, async ({ feeds }) => fileOf(await feeds.all(path), format)));
  }

  for (const format of Object.keys(FORMATS) as FeedFormat[]) {
    const { file } = FORMATS[format];
    routes.get(`/search/${file}`, ({ req }) =>
      serveFile(req.raw, null, async ({ feeds }) =>
        fileOf(await feeds.search(new URL(req.url).searchParams, `/search/${file}`), format),
      ),
    );
    routes.get(`/:section/${file}`, async (context, next) => {
      const slug = context.req.param("section");
      const path = `/${slug}/${file}`;
      if (!editionOf(context.req.raw)?.sections.some((section) => section.slug === slug)) return next();
      context.res = await serveFile(context.req.raw, path, async ({ feeds }) =>
        fileOf(await feeds.section(slug, path), format),
      );
    });
    routes.get(`/sources/:source/${file}`, async (context, next) => {
      const slug = context.req.param("source");
      const path = `/sources/${slug}/${file}`;
      const edition = editionOf(context.req.raw);
      if (!edition || !sourcesBySlug(edition).has(slug)) return next();
      context.res = await serveFile(context.req.raw, path, async ({ feeds }) =>
        fileOf(await feeds.source(slug, path), format),
      );
    });
  }

  routes.get("/sources.opml", ({ req }) =>
    serveFile(req.raw, "/sources.opml", async (services) => {
      const { edition, news } = services;
      const sources = await news.sources();
      return listOf(
        services,
        `Sources of ${edition.name}`,
        edition.sections.flatMap(({ slug, name }) => {
          const feeds = sources.filter(({ sections }) => sections[0]?.slug === slug);
          const listed = feeds.map(({ publisher, title, url }) => ({
            title: title.includes(publisher) ? title : `${publisher}: ${title}`,
            feed: url,
          }));
          return listed.length > 0 ? [{ title: name, feeds: listed }] : [];
        }),
      );
    }),
  );

  routes.get("/sections.opml", ({ req }) =>
    serveFile(req.raw, "/sections.opml", (services) => {
      const { edition, siteUrl } = services;
      const { name, language } = edition;
      return listOf(services, `Sections of ${name}`, [
        { title: name, feed: `${siteUrl}/rss.xml`, page: `${siteUrl}/`, language },
        ...edition.sections.map((section) => ({
          title: `${section.name} | ${name}`,
          feed: `${siteUrl}${section.href}/rss.xml`,
          page: siteUrl + section.href,
          language,
        })),
      ]);
    }),
  );

  routes.get("/rss-image.png", async (context) => {
    const edition = editionOf(context.req.raw);
    if (!edition) return context.notFound();
    const image = await feedImage(publicEdition(edition, Date.now()));
    return context.body(image, 200, { "content-type": "image/png", "cache-control": POLICIES.day });
  });
}

function fileOf(given: NewsFeed | undefined, format: FeedFormat, more: { vary?: string } = {}) {
  if (!given) return undefined;
  const { feed, isLoading } = given;
  const { hub, self, changedAt } = feed.channel;
  return {
    ...{ body: buildFeed(feed, format), type: `${FORMATS[format].type}; charset=utf-8`, changedAt, ...more },
    policy: isLoading ? ("loading" as const) : ("feed" as const),
    // WebSub, section 4: whoever subscribes looks here first.
    ...(hub && { headers: { link: `<${hub}>; rel="hub", <${self}>; rel="self"` } }),
  };
}

function listOf(
  { edition, siteUrl }: Pick<Services, "edition" | "siteUrl">,
  title: string,
  entries: Parameters<typeof buildOpml>[0]["entries"],
) {
  const body = buildOpml({ title, owner: edition.name, ownerPage: `${siteUrl}/`, entries });
  return { body, type: "text/x-opml; charset=utf-8", policy: "file" as const };
}

/** Whether pages are asked for by name, and rather than feeds: a browser does both, and a feed reader neither. */
function prefersPage(accept: string | undefined): boolean {
  const wanted = parseAccept(accept ?? "");
  const wish = (type: string) => wanted.find((range) => range.type.toLowerCase() === type)?.q ?? 0;
  return wish("text/html") > Math.max(...FEED_TYPES.map(wish));
}
