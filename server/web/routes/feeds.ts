import type { Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { buildFeed } from "../../../core/feed/build.ts";
import { type FeedFormat, FORMATS } from "../../../core/feed/formats.ts";
import { buildOpml } from "../../../core/feed/opml.ts";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { getSourcesBySlug } from "../../editions/schema/sources.ts";
import type { DrawnImages } from "../../images/drawn/drawnImages.ts";
import type { Feeds, NewsFeed } from "../../syndication/feeds.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";
import { createFileRoutes, type ServeFile } from "../fileService.ts";
import type { Services } from "../services.ts";

const FEED_TYPES = ["application/rss+xml", "application/atom+xml", "application/xml", "text/xml"];

/** Paths at which browsers get the page about feeds, and other clients the feed of all sections. */
const NEGOTIATED = ["/rss.xml", "/feed"];

/** Returns the cache key of a path. If a path has a feed and a page, the two have different keys. */
export function toNegotiatedKey(address: string, accept: string | undefined): string {
  return NEGOTIATED.includes(address) && !prefersPage(accept) ? `${address} as a feed` : address;
}

interface Parts {
  drawnImages: Pick<DrawnImages, "getFeedImage">;
  findEdition: (request: Request) => Edition | undefined;
  serveFile: ServeFile;
}

/**
 * Adds the routes of feeds in every format: the feed of all sections, and the feeds of each section, author, topic,
 * source and search.
 */
export function addFeedRoutes(app: Hono, { drawnImages, findEdition, serveFile }: Parts): void {
  const addFile = createFileRoutes(app, serveFile);
  for (const path of NEGOTIATED)
    app.get(path, async (context, next) => {
      const accept = context.req.header("accept");
      if (prefersPage(accept)) return next();
      return serveFile(context.req.raw, toNegotiatedKey(path, accept), async ({ feeds }) =>
        toFile(await feeds.all(path), "rss", "Accept"),
      );
    });

  // Redirects the address of WordPress's main feed to this site's main feed.
  app.get("/feed/", (context) => context.redirect("/feed", 301));

  for (const format of Object.keys(FORMATS) as FeedFormat[]) {
    const { file } = FORMATS[format];
    const serveFeed = (request: Request, key: string | null, read: (feeds: Feeds) => Promise<NewsFeed | undefined>) =>
      serveFile(request, key, async ({ feeds }) => toFile(await read(feeds), format));
    if (format !== "rss")
      app.get(`/${file}`, ({ req }) => serveFeed(req.raw, `/${file}`, (feeds) => feeds.all(`/${file}`)));
    app.get(`/search/${file}`, ({ req }) => {
      const { searchParams } = new URL(req.url);
      return serveFeed(req.raw, null, (feeds) => feeds.search(searchParams, `/search/${file}`));
    });
    app.get(`/:section/${file}`, async (context, next) => {
      const slug = context.req.param("section");
      const path = `/${slug}/${file}`;
      if (!findEdition(context.req.raw)?.sections.some((section) => section.slug === slug)) return next();
      return serveFeed(context.req.raw, path, (feeds) => feeds.section(slug, path));
    });
    for (const kind of ["author", "topic"] as const)
      app.get(`/${kind}/:slug/${file}`, ({ req }) => {
        const slug = req.param("slug");
        const path = `/${kind}/${encodeURIComponent(slug)}/${file}`;
        return serveFeed(req.raw, path, (feeds) => feeds.label(kind, slug, path));
      });
    app.get(`/sources/:source/${file}`, async (context, next) => {
      const slug = context.req.param("source");
      const path = `/sources/${slug}/${file}`;
      const edition = findEdition(context.req.raw);
      if (!edition || !getSourcesBySlug(edition).has(slug)) return next();
      return serveFeed(context.req.raw, path, (feeds) => feeds.source(slug, path));
    });
  }

  addFile("/sources.opml", async (services) => {
    const { edition, news } = services;
    const sources = await news.sources();
    return toOpmlFile(
      services,
      getServerTexts(edition.language).feeds.sourcesOf(edition.name),
      edition.sections.flatMap(({ slug, name }) => {
        const feeds = sources
          .filter(({ sections, health }) => sections[0]?.slug === slug && health !== "takenDown")
          .flatMap(({ publisher, title, url: feed }) =>
            feed === null ? [] : [{ title: title.includes(publisher) ? title : `${publisher}: ${title}`, feed }],
          );
        return feeds.length > 0 ? [{ title: name, feeds }] : [];
      }),
    );
  });

  addFile("/sections.opml", (services) => {
    const { edition, siteUrl } = services;
    const { name, language } = edition;
    return toOpmlFile(services, getServerTexts(language).feeds.sectionsOf(name), [
      { title: name, feed: `${siteUrl}/rss.xml`, page: `${siteUrl}/`, language },
      ...edition.sections.map((section) => ({
        title: `${section.name} | ${name}`,
        feed: `${siteUrl}${section.href}/rss.xml`,
        page: siteUrl + section.href,
        language,
      })),
    ]);
  });

  app.get("/rss-image.png", async (context) => {
    const edition = findEdition(context.req.raw);
    if (!edition) return context.notFound();
    const image = await drawnImages.getFeedImage(edition);
    return context.body(image, 200, { "content-type": "image/png", "cache-control": CACHE_POLICIES.day });
  });
}

function toFile(newsFeed: NewsFeed | undefined, format: FeedFormat, vary?: string) {
  if (!newsFeed) return undefined;
  const { feed, isLoading } = newsFeed;
  const { hub, self, changedAt } = feed.channel;
  return {
    body: buildFeed(feed, format),
    type: `${FORMATS[format].type}; charset=utf-8`,
    changedAt,
    vary,
    policy: isLoading ? ("loading" as const) : hub ? ("hubFeed" as const) : ("feed" as const),
    // Subscribers discover the hub by this header (WebSub, section 4).
    ...(hub && { headers: { link: `<${hub}>; rel="hub", <${self}>; rel="self"` } }),
  };
}

function toOpmlFile(
  { edition, siteUrl }: Pick<Services, "edition" | "siteUrl">,
  title: string,
  entries: Parameters<typeof buildOpml>[0]["entries"],
) {
  const body = buildOpml({ title, owner: edition.name, ownerPage: `${siteUrl}/`, entries });
  return { body, type: "text/x-opml; charset=utf-8", policy: "file" as const };
}

/** Returns true if `Accept` prefers HTML to every feed type: true for browsers, false for feed readers. */
function prefersPage(accept: string | undefined): boolean {
  const ranges = parseAccept(accept ?? "");
  const getWeight = (type: string) => ranges.find((range) => range.type.toLowerCase() === type)?.q ?? 0;
  return getWeight("text/html") > Math.max(...FEED_TYPES.map(getWeight));
}
