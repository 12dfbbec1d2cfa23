import type { Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { buildFeed } from "../../core/feed/build.ts";
import { type FeedFormat, FORMATS } from "../../core/feed/formats.ts";
import { buildOpml } from "../../core/feed/opml.ts";
import { feedImage } from "../images/feedImage.ts";
import type { NewsFeed } from "../news/feeds.ts";
import type { Services } from "../services.ts";
import { answerDocument, KEEP } from "./document.ts";

/** What a feed may be asked for as, when it is not asked for as a page. */
const FEED_TYPES = ["application/rss+xml", "application/atom+xml", "application/xml", "text/xml"];

/**
 * Answers for the edition's feeds, in every format. At /rss.xml and /feed a browser gets the page about them, and
 * everybody else the feed of all sections; every other feed is a feed for everybody.
 */
export function addFeeds(site: Hono, servicesOf: (context: Context) => Services): void {
  for (const path of ["/rss.xml", "/feed"])
    site.get(path, async (context, next) => {
      if (prefersPage(context.req.header("accept"))) await next();
      else context.res = answer(context, await servicesOf(context).feeds.all(path), "rss");
      context.header("vary", "Accept", { append: true });
    });
  for (const format of ["atom", "json"] as const) {
    const path = `/${FORMATS[format].file}`;
    site.get(path, async (context) => answer(context, await servicesOf(context).feeds.all(path), format));
  }

  for (const format of Object.keys(FORMATS) as FeedFormat[]) {
    const { file } = FORMATS[format];
    site.get(`/search/${file}`, async (context) => {
      const parameters = new URL(context.req.url).searchParams;
      return answer(context, await servicesOf(context).feeds.search(parameters, `/search/${file}`), format);
    });
    site.get(`/:section/${file}`, async (context, next) => {
      const slug = context.req.param("section");
      const feed = await servicesOf(context).feeds.section(slug, `/${slug}/${file}`);
      return feed ? answer(context, feed, format) : next();
    });
    site.get(`/sources/:source/${file}`, async (context, next) => {
      const slug = context.req.param("source");
      const feed = await servicesOf(context).feeds.source(slug, `/sources/${slug}/${file}`);
      return feed ? answer(context, feed, format) : next();
    });
  }

  site.get("/sources.opml", async (context) => {
    const { edition, news } = servicesOf(context);
    const sources = await news.sources();
    return list(
      context,
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
  });

  site.get("/sections.opml", (context) => {
    const { edition, siteUrl } = servicesOf(context);
    const { name, language } = edition;
    return list(context, `Sections of ${name}`, [
      { title: name, feed: `${siteUrl}/rss.xml`, page: `${siteUrl}/`, language },
      ...edition.sections.map((section) => ({
        title: `${section.name} | ${name}`,
        feed: `${siteUrl}${section.href}/rss.xml`,
        page: siteUrl + section.href,
        language,
      })),
    ]);
  });

  site.get("/rss-image.png", async (context) => {
    const image = await feedImage(servicesOf(context).edition);
    return context.body(image, 200, { "content-type": "image/png", "cache-control": "public, max-age=86400" });
  });

  function list(context: Context, title: string, entries: Parameters<typeof buildOpml>[0]["entries"]): Response {
    const { edition, siteUrl } = servicesOf(context);
    const body = buildOpml({ title, owner: edition.name, ownerPage: `${siteUrl}/`, entries });
    return answerDocument(context, { body, type: "text/x-opml", keep: KEEP.hour });
  }
}

/** Whether pages are asked for by name, and rather than feeds: a browser does both, and a feed reader neither. */
function prefersPage(accept: string | undefined): boolean {
  const wanted = parseAccept(accept ?? "");
  const wish = (type: string) => wanted.find((range) => range.type.toLowerCase() === type)?.q ?? 0;
  return wish("text/html") > Math.max(...FEED_TYPES.map(wish));
}

function answer(context: Context, { feed, isLoading }: NewsFeed, format: FeedFormat): Response {
  const { hub, self, changedAt } = feed.channel;
  return answerDocument(context, {
    body: buildFeed(feed, format),
    type: FORMATS[format].type,
    changedAt,
    keep: isLoading ? KEEP.filling : KEEP.feed,
    // WebSub, section 4: whoever subscribes looks here first.
    ...(hub && { headers: { link: `<${hub}>; rel="hub", <${self}>; rel="self"` } }),
  });
}
