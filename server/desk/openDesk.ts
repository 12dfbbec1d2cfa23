import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Logger } from "pino";
import { getSignInTexts } from "../../core/language/catalogs.ts";
import { toMessage } from "../../core/toMessage.ts";
import type { Config } from "../config.ts";
import type { Edition } from "../editions/loading/load.ts";
import { getEditorsUrl, getUrlHere } from "../editions/schema/address.ts";
import type { DrawnImages } from "../images/drawn/drawnImages.ts";
import { createProxyReader } from "../net/proxies.ts";
import { createFirstLink } from "../people/firstLink.ts";
import { getDeskUrl } from "../serviceUrls.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { loadKeyedHash } from "../store/keyedHash.ts";
import { countHit } from "../store/rateLimitHits.ts";
import { limitBodies } from "../web/bodyLimit.ts";
import { createClients } from "../web/clientAddress.ts";
import { listen, TIMEOUTS } from "../web/listen.ts";
import { createDeskApi } from "./api/deskApi.ts";
import { createDeskContext, type Desk, type DeskParts } from "./deskContext.ts";
import { readDeskDocument, readLanguage } from "./deskDocument.ts";
import { addDeskFiles } from "./deskFiles.ts";
import { sendDeskPage } from "./deskPage.ts";
import { openImageInspector } from "./imageInspector.ts";
import { createPublicSite } from "./publicSite.ts";
import { logRefusals, refuseNuls, requireHost, requireOwnOrigin } from "./requestGuard.ts";
import { addHeaders } from "./responseHeaders.ts";
import { createSignedInApp } from "./signedIn.ts";
import { renderNothingHere } from "./signInPages.ts";
import { addSignInRoutes } from "./signInRoutes.ts";
import { translateRefusals } from "./texts/translateRefusals.ts";

/** Maximum number of open connections to the desk, for all editions together. */
const MAX_CONNECTIONS = 200;
/** Maximum number of sign-in attempts of all kinds by one client within ten minutes. */
const MAX_ATTEMPTS = 60;
const ATTEMPTS_MS = 10 * 60_000;
/** Matches hosts that only programs on this machine can reach. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
/** Matches the paths of routes that accept images and texts, and have their own limits for request bodies. */
const LARGE_BODIES = /^\/api\/[^/]+\/(?:images|stories\/[^/]+\/copy)$/;
/** Time, in ms, for a client to send its whole request, such as a large photo on a slow line. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;

interface OpenDeskParts extends Pick<DeskParts, "database" | "editions" | "transport" | "outbound" | "wakeImages"> {
  /** The configuration, with the actual port of the public listener. */
  config: Config;
  images: Pick<DrawnImages, "drawSocialImage" | "drawMailImage">;
  log: Logger;
}

/**
 * Serves the desk on its own port. If that fails, for example because the port is taken, the site runs without the
 * desk.
 */
export async function openDesk(parts: OpenDeskParts) {
  try {
    return await serveDesk(parts);
  } catch (error) {
    const reason = toMessage(error);
    parts.log.warn({ reason }, "the desk is not served; DESK=off leaves it out");
    return { origin: null, announcement: { reason }, close() {} };
  }
}

async function serveDesk({ config, images, ...parts }: OpenDeskParts) {
  const clients = createClients(createProxyReader(config.TRUSTED_PROXIES));
  let port = config.DESK_PORT;
  const getOrigin = () => getDeskUrl({ ...config, DESK_PORT: port });
  const getSiteUrl = (edition: Edition) => (config.DESK_URL ? getEditorsUrl : getUrlHere)(edition, config.PORT);
  const site = createPublicSite({ config, getUrl: getSiteUrl, images });
  const imageInspector = openImageInspector();
  const closing = new AbortController();
  const desk = createDeskContext({
    ...parts,
    site,
    imageInspector,
    closing: closing.signal,
    getOrigin,
    getSiteUrl,
    getClient: clients.get,
  });
  const app = createDeskApp(desk);
  const listening = await listen(getRequestListener(app.fetch, { hostname: "localhost" }), {
    port: config.DESK_PORT,
    host: config.DESK_HOST,
    maxConnections: MAX_CONNECTIONS,
    timeouts: { ...TIMEOUTS, requestTimeout: REQUEST_TIMEOUT_MS },
    variables: { port: "DESK_PORT", host: "DESK_HOST" },
  });
  port = listening.port;
  const origin = getOrigin();
  parts.log.info({ desk: origin, port, host: config.DESK_HOST }, "serving the desk");
  return { origin, close, announcement: { url: origin, firstLink: await createFirstAddress().catch(explainNoLink) } };

  /** Logs why there is no first link. The error must not stop the desk, which serves people who can sign in already. */
  function explainNoLink(error: unknown): null {
    parts.log.warn({ reason: toMessage(error) }, "desk: no first link");
    return null;
  }

  async function close(): Promise<void> {
    closing.abort();
    await listening.close();
    await imageInspector.close();
  }

  /**
   * Returns the address at which the first publisher signs in; null if somebody can sign in already, `DESK_FIRST_LINK`
   * is off, or other machines can reach the desk.
   */
  async function createFirstAddress(): Promise<string | null> {
    const isLocal = LOOPBACK.test(config.DESK_HOST) && origin.startsWith("http:");
    if (config.DESK_FIRST_LINK === "off" || !isLocal) return null;
    const editions = parts.editions().map(({ id }) => id);
    const token = await createFirstLink(parts.database, editions, desk.getNow());
    return token && `${origin}/link/${token}`;
  }
}

export function createDeskApp(desk: Desk): Hono {
  const { getOrigin, log } = desk;
  const app = new Hono();
  app.use(translateRefusals());
  app.use(logRefusals(log, desk.getClient));
  app.use(addHeaders(getOrigin().startsWith("https:"), () => listFramed(desk)));
  app.use(requireHost(getOrigin));
  app.use(requireOwnOrigin(getOrigin));
  app.use(refuseNuls);
  const limit = limitBodies(() => "This is too much for the desk.\n");
  app.use((context, next) => (LARGE_BODIES.test(context.req.path) ? next() : limit(context, next)));
  app.on("POST", ["/sign-in/*", "/link/*"], async (context, next) => {
    if (await isOverLimit(desk, desk.getClient(context)))
      return context.text("There were too many attempts to sign in. Wait ten minutes.\n", 429);
    return next();
  });
  addDeskFiles(app);
  addSignInRoutes(app, desk);
  app.post("/sign-out", async (context) => {
    await desk.endSession(context);
    return context.redirect("/sign-in", 303);
  });
  const signedIn = createSignedInApp(desk);
  signedIn.route("/api", createDeskApi(desk));
  for (const path of ["/stories/*", "/story/*", "/images/*", "/people/*", "/account"])
    signedIn.get(path, async (context) => context.html(await readDeskDocument(context, "index.html")));
  app.route("/", signedIn);
  app.notFound((context) => {
    const isPage = context.req.header("accept")?.includes("text/html");
    if (!isPage) return context.text("There is nothing here.\n", 404);
    return sendDeskPage(context, desk, renderNothingHere(getSignInTexts(readLanguage(context))), 404);
  });
  app.onError((error, context) => {
    log.error({ err: error }, "desk: request failed");
    return context.text("The desk could not do this. Try again; nothing was changed.\n", 500);
  });
  return app;
}

/** Returns the origins of the editions' sites. */
function listFramed({ editions, getSiteUrl }: Desk): string[] {
  return [...new Set(editions().map((edition) => new URL(getSiteUrl(edition)).origin))];
}

async function isOverLimit({ database }: Desk, client: string): Promise<boolean> {
  const keyedHash = await loadKeyedHash(database);
  const keyHash = keyedHash(`desk limit client ${client}`);
  const limit = { kind: "client", keyHash, maxHits: MAX_ATTEMPTS, windowMs: ATTEMPTS_MS };
  const exceeded = await withWriterLock(database, (transaction) => countHit(transaction, [limit], Date.now()));
  return exceeded !== null;
}
