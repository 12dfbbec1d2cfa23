import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { getServerTexts } from "../../core/language/catalogs.ts";
import type { Editions } from "../editions/loading/registry.ts";
import type { Health } from "../health/health.ts";
import type { DrawnImages } from "../images/drawn/drawnImages.ts";
import type { Images } from "../images/images.ts";
import { TooBusyError } from "../jobs/limit.ts";
import type { RequestCounts } from "../metrics/requestCounts.ts";
import type { Radio } from "../radio/radio.ts";
import { limitBodies } from "./bodyLimit.ts";
import { CACHE_POLICIES, RETRY_AFTER_S } from "./cacheControl.ts";
import type { Clients } from "./clientAddress.ts";
import { refuseCrossSite } from "./crossSite.ts";
import type { ServeFile } from "./fileService.ts";
import type { PageService } from "./pageService.ts";
import { keepPrivate, toLoggedUrl } from "./privatePages.ts";
import { setRequestedOrigin } from "./requestedOrigin.ts";
import { FILE_CONTENT_POLICY, getSecurityHeaders } from "./responseHeaders.ts";
import { addCrawlerRoutes } from "./routes/crawlerFiles.ts";
import { addDeviceRoutes } from "./routes/deviceFiles.ts";
import { addDevMailRoutes } from "./routes/devMail.ts";
import { addFeedRoutes } from "./routes/feeds.ts";
import { addAssetRoutes, addMediaRoute, addTypefaceRoute, createAdsTxtHandler } from "./routes/files.ts";
import { addHealthRoutes } from "./routes/health.ts";
import { addImageRoutes } from "./routes/images.ts";
import { addOembedRoute } from "./routes/oembed.ts";
import { addRadioRoutes } from "./routes/radio.ts";
import { addSecurityTxtRoute } from "./routes/securityTxt.ts";
import { addFormTimeRoute } from "./routes/signUpTime.ts";
import { addTextEditionRoutes } from "./routes/textEdition.ts";
import type { Services } from "./services.ts";
import type { RequestedSite, Sites } from "./sites.ts";

type FindSite = (request: Request) => RequestedSite | undefined;

interface Parts {
  editions: Pick<Editions, "all">;
  pages: Pick<PageService, "respond">;
  serveFile: ServeFile;
  images: Images;
  drawnImages: DrawnImages;
  radio: Radio;
  servicesFor: (site: RequestedSite, client?: string) => Services;
  sites: Sites;
  clients: Clients;
  /** Folder of the built scripts, styles and fonts; null while Vite serves them. */
  assets: string | null;
  /** Folder with the files of builds that were replaced less than a day ago. */
  buildArchive: string;
  /** Folder of development mails; null in production. */
  inbox: string | null;
  /** Adds further routes, which need services that `createApp` does not receive. */
  addRoutes: (app: Hono) => void;
  health: Health;
  /** False for a server without the role "web": only its health routes respond. */
  hasPages: boolean;
  /** Returns the number of servers that share this database. */
  countNodes: () => number;
  counts: Pick<RequestCounts, "middleware">;
  /** Returns true if the error means that the store is unavailable. */
  isUnavailable: (error: unknown) => boolean;
  log: Logger;
}

/**
 * Creates the app that responds to all requests except those that listen.ts answers with a cached page. The order
 * matters: a request passes the middleware from top to bottom, and the first matching route responds. The last route
 * serves pages.
 */
export function createApp(parts: Parts): Hono {
  const { pages, serveFile, images, drawnImages, radio, servicesFor, sites, clients, assets, inbox, health, log } =
    parts;
  const { editions } = parts;
  const app = new Hono();
  const findSite = (request: Request) => sites.find(new URL(request.url).origin);
  const siteFor = (request: Request) => {
    const site = findSite(request);
    // Never happens, since `requireEdition` has rejected requests for unknown hosts.
    if (!site) throw new Error(`There is no edition for ${request.url}.`);
    return site;
  };
  const editionFor = (request: Request) => siteFor(request).edition;
  const findEdition = (request: Request) => findSite(request)?.edition;
  /** Returns the language of error texts: the edition's, or the first edition's for an unknown host. */
  const languageOf = (request: Request) => (findEdition(request) ?? editions.all()[0])?.language ?? "en";
  const refusalsFor = (request: Request) => getServerTexts(languageOf(request)).refusals;

  app.use(setRequestedOrigin(sites));
  app.use(parts.counts.middleware);
  app.use(keepPrivate());
  app.use(compress());
  app.use(addSecurityHeaders(findSite));
  // Limits only POST requests, since no route reads the bodies of requests with other methods.
  app.post(
    "*",
    limitBodies((request) => refusalsFor(request).tooLong),
  );
  app.use(refuseCrossSite(sites));

  addHealthRoutes(app, health, clients);
  if (!parts.hasPages)
    app.all("*", (context) => context.text(NO_PAGES, 404, { "cache-control": CACHE_POLICIES.never }));
  app.use(requireEdition(findSite, languageOf));
  parts.addRoutes(app);
  if (inbox !== null) addDevMailRoutes(app, inbox);
  app.get("/ads.txt", createAdsTxtHandler(editionFor));
  if (assets !== null) addAssetRoutes(app, [assets, parts.buildArchive]);
  addMediaRoute(app, editionFor);
  addTypefaceRoute(app, editionFor);
  addImageRoutes(app, { images, drawnImages, editionFor });
  addFeedRoutes(app, { drawnImages, findEdition, serveFile });
  addSecurityTxtRoute(app, serveFile);
  addCrawlerRoutes(app, { servicesFor, sites, serveFile });
  addTextEditionRoutes(app, serveFile);
  addOembedRoute(app, { serveFile, refusalsFor });
  addRadioRoutes(app, { radio, siteFor, clients, countNodes: parts.countNodes });
  addFormTimeRoute(app, { servicesFor, siteFor, clients });
  addDeviceRoutes(app, { drawnImages, findEdition, assets, serveFile });
  app.all("*", (context) => pages.respond(context.req.raw, clients.get(context)));

  app.notFound((context) => context.text(refusalsFor(context.req.raw).nothingHere, 404));
  app.onError((error, context) => {
    const { tooBusy, failed } = refusalsFor(context.req.raw);
    const headers = { "cache-control": CACHE_POLICIES.never };
    const retryLater = { ...headers, "retry-after": RETRY_AFTER_S };
    if (error instanceof TooBusyError) return context.text(tooBusy, 503, retryLater);
    const isWithoutStore = parts.isUnavailable(error);
    log[isWithoutStore ? "warn" : "error"]({ err: error, url: toLoggedUrl(context.req.url) }, "request failed");
    return isWithoutStore ? context.text(failed, 503, retryLater) : context.text(failed, 500, headers);
  });
  return app;
}

/** Responds with 503 if no valid edition has the request's host. Pages of any other edition would mislead readers. */
function requireEdition(findSite: FindSite, languageOf: (request: Request) => string): MiddlewareHandler {
  return async (context, next) => {
    if (findSite(context.req.raw)) return next();
    return context.html(formatNotAvailable(languageOf(context.req.raw)), 503, {
      "cache-control": CACHE_POLICIES.never,
      "retry-after": "300",
      "content-security-policy": FILE_CONTENT_POLICY,
    });
  };
}

const NO_PAGES = "This server has no pages: its ROLES do not include web.";

function formatNotAvailable(tag: string): string {
  const { notAvailable, notAvailableText } = getServerTexts(tag).refusals;
  return `<!doctype html>
<html lang="${tag}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${notAvailable}</title>
<h1>${notAvailable}</h1>
<p>${notAvailableText}</p>
</html>
`;
}

function addSecurityHeaders(findSite: FindSite): MiddlewareHandler {
  const headersBy = (isHttps: boolean) => Object.entries(getSecurityHeaders(isHttps));
  const [plain, secure] = [headersBy(false), headersBy(true)];
  return async (context, next) => {
    const headers = findSite(context.req.raw)?.isHttps ? secure : plain;
    await next();
    // Sets the headers directly, since `context.header` would rebuild the response for each header.
    const response = context.res.headers;
    for (const [name, value] of headers) response.set(name, value);
    if (!response.has("content-security-policy")) response.set("content-security-policy", FILE_CONTENT_POLICY);
  };
}
