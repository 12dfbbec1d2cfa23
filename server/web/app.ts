import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { drawSkyline, TONES } from "../../core/skyline.ts";
import type { Editions } from "../editions/registry.ts";
import type { Cards } from "../images/drawn/socialImages.ts";
import type { Radio } from "../radio/radio.ts";
import { clientOf } from "./clientAddress.ts";
import { refuseCrossSite } from "./crossSite.ts";
import { fileKeeper } from "./keptFiles.ts";
import type { KeptPages } from "./keptPages.ts";
import { POLICIES } from "./policies.ts";
import { keepPrivate, withoutToken } from "./privatePages.ts";
import { adsTxt } from "./routes/adsTxt.ts";
import { addDeviceFiles } from "./routes/deviceFiles.ts";
import { addDevMail } from "./routes/devMail.ts";
import { addFeeds } from "./routes/feeds.ts";
import { addOembed } from "./routes/oembed.ts";
import { addRadioRoutes } from "./routes/radio.ts";
import { addMaps } from "./routes/sitemaps.ts";
import { addTextEdition } from "./routes/textEdition.ts";
import { POLICY_OF_FILES, securityHeaders } from "./security.ts";
import type { Services } from "./services.ts";
import type { RequestedSite, Sites } from "./sites.ts";

interface Parts {
  editions: Editions;
  kept: Pick<KeptPages, "page" | "other">;
  cards: Cards;
  radio: Radio;
  servicesFor: (site: RequestedSite) => Services;
  sites: Sites;
  /** The folder of built scripts, styles and fonts; null while Vite serves them. */
  assets: string | null;
  /** Whether readers reach the site by https alone. */
  isSecure: boolean;
  /** SITE_URL, where the operator set it. */
  siteUrl: string | undefined;
  /** The test inbox's folder, while the site is being worked on. */
  inbox: string | null;
  /** Adds what the briefing answers beside its pages. */
  addNewsletter: (site: Hono) => void;
  log: Logger;
}

/** Room for the longest form that is taken. */
const POST_BYTES = 128 * 1024;

/** Everything that the site answers: files, drawings, feeds, and for all else the pages. */
export function buildSite(parts: Parts): Hono {
  const { editions, kept, cards, radio, servicesFor, sites, assets, isSecure, siteUrl, inbox, addNewsletter, log } =
    parts;
  const site = new Hono();
  const headers = Object.entries(securityHeaders(isSecure));
  site.use(keepPrivate());
  site.use(compress());
  site.use(async (context, next) => {
    await next();
    // Through `context.header` each would make the answer anew.
    const said = context.res.headers;
    for (const [name, value] of headers) said.set(name, value);
    // In development the page's tools bring scripts and styles of their own, so pages have no policy there.
    const isPage = said.get("content-type")?.startsWith("text/html");
    if (!said.has("content-security-policy") && !isPage) said.set("content-security-policy", POLICY_OF_FILES);
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
      serveStatic({
        root: assets,
        precompressed: true,
        onFound: (_path, context) => context.header("cache-control", POLICIES.immutable),
      }),
    );
    site.get("/assets/*", (context) => context.notFound());
  }

  site.get("/media/:file", (context, next) => {
    const edition = editions.forHost(new URL(context.req.url).host);
    context.header("cache-control", POLICIES.file);
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
    return context.body(svg, 200, { "content-type": "image/svg+xml", "cache-control": POLICIES.immutable });
  });

  site.get("/covers/:file{.+\\.svg}", (context) => {
    const edition = editions.forHost(new URL(context.req.url).host);
    const cover = edition.books?.covers.get(context.req.param("file").replace(/\.svg$/, ""));
    if (!cover) return context.notFound();
    const isNamed = context.req.query("v") === cover.version;
    context.header("cache-control", isNamed ? POLICIES.immutable : POLICIES.file);
    return context.body(cover.svg, 200, { "content-type": "image/svg+xml" });
  });

  const jpeg = (isFinal: boolean) => ({
    "content-type": "image/jpeg",
    "cache-control": isFinal ? POLICIES.immutable : POLICIES.standIn,
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

  const keepFile = fileKeeper({ servicesFor, kept });
  const editionOf = (request: Request) => sites.of(new URL(request.url).host)?.edition;
  addFeeds(site, { editionOf, keepFile });
  addMaps(site, { servicesFor, sites, keepFile });
  addTextEdition(site, keepFile);
  addOembed(site, keepFile);

  addDeviceFiles(site, { cards, editionOf, assets, keepFile });
  addNewsletter(site);
  addRadioRoutes(site, { radio, editions, siteUrl });

  site.all("*", (context) => kept.page(context.req.raw, clientOf(context)));

  site.onError((error, context) => {
    log.error({ err: error, url: withoutToken(context.req.url) }, "request failed");
    return context.text("Sorry, this page could not be made. Please try again in a minute.", 500, {
      "cache-control": POLICIES.never,
    });
  });
  return site;
}

function skyline(tone: string, seed: string): string | null {
  const known = TONES.find((name) => name === tone);
  return known ? drawSkyline(seed, known) : null;
}
