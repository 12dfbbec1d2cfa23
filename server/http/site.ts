import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { drawSkyline, TONES } from "../../core/skyline.ts";
import type { Cards } from "../cards/cards.ts";
import type { Editions } from "../editions/registry.ts";
import type { Pictures } from "../images/pictures.ts";
import { addDevMail } from "../mail/devPages.ts";
import type { Services } from "../services.ts";
import { adsTxt } from "./adsTxt.ts";
import { clientOf } from "./client.ts";
import { refuseCrossSite } from "./crossSite.ts";
import { addFeeds } from "./feeds.ts";
import type { Pages } from "./pages.ts";
import { keepPrivate } from "./privatePages.ts";

interface Parts {
  editions: Editions;
  pages: Pages;
  pictures: Pictures;
  cards: Cards;
  servicesFor: (request: Request, client: string) => Services;
  /** The folder of built scripts, styles and fonts; null while Vite serves them. */
  assets: string | null;
  /** SITE_URL, where the operator set it. */
  siteUrl: string | undefined;
  /** The test inbox's folder, while the site is being worked on. */
  inbox: string | null;
  /** Adds what the briefing answers beside its pages. */
  addNewsletter: (site: Hono) => void;
  log: Logger;
}

const FOR_EVER = "public, max-age=31536000, immutable";

/** Room for the longest form that is taken. */
const POST_BYTES = 128 * 1024;

/** Everything that the site answers: files, drawings, photographs, feeds, and for all else the pages. */
export function buildSite(parts: Parts): Hono {
  const { editions, pages, pictures, cards, servicesFor, assets, siteUrl, inbox, addNewsletter, log } = parts;
  const site = new Hono();
  site.use(keepPrivate());
  site.use(compress());
  site.use(async (context, next) => {
    await next();
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "strict-origin-when-cross-origin");
  });

  site.use(
    bodyLimit({
      maxSize: POST_BYTES,
      onError: (context) => context.text("Sorry, this is longer than what we can take. Please shorten it.", 413),
    }),
  );

  site.use(refuseCrossSite(siteUrl));

  if (inbox !== null) addDevMail(site, inbox);
  site.get("/healthz", (context) => context.text("ok"));
  site.get("/ads.txt", adsTxt(editions));

  if (assets) {
    site.use(
      "/assets/*",
      serveStatic({ root: assets, onFound: (_path, context) => context.header("cache-control", FOR_EVER) }),
    );
    site.get("/assets/*", (context) => context.notFound());
  }

  site.get("/media/:file", (context, next) => {
    const edition = editions.forHost(new URL(context.req.url).host);
    context.header("cache-control", "public, max-age=3600");
    if (context.req.query("download") !== undefined)
      context.header(
        "content-disposition",
        `attachment; filename="${context.req.param("file").replace(/[^\w.-]/g, "")}"`,
      );
    return serveStatic({
      root: join(edition.folder, "media"),
      rewriteRequestPath: (path) => path.replace(/^\/media/, ""),
    })(context, next);
  });

  site.get("/skyline/:tone/:file{.+\\.svg}", (context) => {
    const svg = skyline(context.req.param("tone"), context.req.param("file").replace(/\.svg$/, ""));
    if (!svg) return context.notFound();
    return context.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": FOR_EVER });
  });

  site.get("/covers/:file{.+\\.svg}", (context) => {
    const edition = editions.forHost(new URL(context.req.url).host);
    const cover = edition.books?.covers.get(context.req.param("file").replace(/\.svg$/, ""));
    if (!cover) return context.notFound();
    const isNamed = context.req.query("v") === cover.version;
    context.header("cache-control", isNamed ? FOR_EVER : "public, max-age=3600");
    return context.body(cover.svg, 200, { "content-type": "image/svg+xml" });
  });

  site.get("/pictures/:tone/:version/:width/:slug", async (context) => {
    const { tone, version, width, slug } = context.req.param();
    const picture = await pictures.get(slug, version, Number(width));
    if (picture) return context.body(picture, 200, { "content-type": "image/webp", "cache-control": FOR_EVER });
    // Never an empty picture: without JavaScript, too, the reader sees the skyline and no broken image.
    const svg = skyline(tone, slug);
    return svg
      ? context.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=60" })
      : context.notFound();
  });

  const jpeg = (isFinal: boolean) => ({
    "content-type": "image/jpeg",
    "cache-control": isFinal ? FOR_EVER : "public, max-age=60",
  });

  site.get("/cards/:version{[\\w-]+\\.jpg}", async (context) => {
    const edition = editions.forHost(new URL(context.req.url).host);
    const { bytes, isFinal } = await cards.ofEdition(edition, context.req.param("version").replace(/\.jpg$/, ""));
    return context.body(bytes, 200, jpeg(isFinal));
  });

  site.get("/cards/:version/:file{.+\\.jpg}", async (context) => {
    const { version, file } = context.req.param();
    const edition = editions.forHost(new URL(context.req.url).host);
    const card = await cards.ofStory(edition, file.replace(/\.jpg$/, ""), version);
    return card ? context.body(card.bytes, 200, jpeg(card.isFinal)) : context.notFound();
  });

  addFeeds(site, (context) => servicesFor(context.req.raw, clientOf(context)));

  addNewsletter(site);

  site.all("*", (context) => pages(context.req.raw, clientOf(context)));

  site.onError((error, context) => {
    log.error({ err: error, url: context.req.url }, "request failed");
    return context.text("Sorry, this page could not be made. Please try again in a minute.", 500);
  });
  return site;
}

function skyline(tone: string, seed: string): string | null {
  const known = TONES.find((name) => name === tone);
  return known ? drawSkyline(seed, known) : null;
}
