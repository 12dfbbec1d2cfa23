import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { toMessage } from "../../core/toMessage.ts";
import type { Config } from "../config.ts";
import type { Edition } from "../editions/loading/load.ts";
import { getEditorsUrl, getUrlHere } from "../editions/schema/address.ts";
import type { DrawnImages } from "../images/drawn/drawnImages.ts";
import { createProxyReader } from "../net/proxies.ts";
import { createFirstLink } from "../people/firstLink.ts";
import { getDeskUrl } from "../serviceUrls.ts";
import { createClients } from "../web/clientAddress.ts";
import { listen, TIMEOUTS } from "../web/listen.ts";
import type { DeskParts } from "./deskContext.ts";
import { createPublicSite } from "./publicSite.ts";

/** Maximum number of open connections to the desk, for all editions together. */
const MAX_CONNECTIONS = 200;
/** Matches hosts that only programs on this machine can reach. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
/** Maximum time, in ms, for a client to send its whole request, such as a large photo on a slow line. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;

interface OpenDeskParts extends Pick<DeskParts, "database" | "editions" | "transport" | "outbound" | "wakeImages"> {
  /** The configuration, with the actual port of the public listener. */
  config: Config;
  images: Pick<DrawnImages, "drawSocialImage" | "drawMailImage">;
  log: Logger;
}

/** Serves the desk on its own port. If that fails, such as when the port is in use, the site runs without the desk. */
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
  const { log } = parts;
  const clients = createClients(createProxyReader(config.TRUSTED_PROXIES));
  let port = config.DESK_PORT;
  const getOrigin = () => getDeskUrl({ ...config, DESK_PORT: port });
  const getSiteUrl = (edition: Edition) => (config.DESK_URL ? getEditorsUrl : getUrlHere)(edition, config.PORT);
  const closing = new AbortController();
  let app: ReturnType<typeof loadApp> | undefined;
  const listening = await listen(getRequestListener(respond, { hostname: "localhost" }), {
    port: config.DESK_PORT,
    host: config.DESK_HOST,
    maxConnections: MAX_CONNECTIONS,
    timeouts: { ...TIMEOUTS, requestTimeout: REQUEST_TIMEOUT_MS },
    variables: { port: "DESK_PORT", host: "DESK_HOST" },
  });
  port = listening.port;
  const origin = getOrigin();
  log.info({ desk: origin, port, host: config.DESK_HOST }, "serving the desk");
  return { origin, close, announcement: { url: origin, firstLink: await createFirstAddress().catch(explainNoLink) } };

  /** Loads the application with the first request, since a desk that nobody uses should take no memory. */
  async function loadApp() {
    const { openDeskApp } = await import("./deskApp.ts");
    const site = createPublicSite({ config, getUrl: getSiteUrl, images });
    return openDeskApp({ ...parts, site, closing: closing.signal, getOrigin, getSiteUrl, getClient: clients.get });
  }

  async function respond(...request: Parameters<Hono["fetch"]>): Promise<Response> {
    try {
      app ??= loadApp();
      return await (await app).respond(...request);
    } catch (error) {
      // The next request tries to load the application again.
      app = undefined;
      log.error({ err: error }, "desk: not loaded");
      return new Response("The desk could not be loaded. The log has the reason.\n", { status: 500 });
    }
  }

  /** Logs why there is no link for the first publisher. The desk must still serve people who can sign in already. */
  function explainNoLink(error: unknown): null {
    log.warn({ reason: toMessage(error) }, "desk: no first link");
    return null;
  }

  async function close(): Promise<void> {
    closing.abort();
    await listening.close();
    await app?.then(
      (opened) => opened.close(),
      () => {},
    );
  }

  /**
   * Returns the address at which the first publisher signs in; null if somebody can sign in already, `DESK_FIRST_LINK`
   * is off, or other machines can reach the desk.
   */
  async function createFirstAddress(): Promise<string | null> {
    const isLocal = LOOPBACK.test(config.DESK_HOST) && origin.startsWith("http:");
    if (config.DESK_FIRST_LINK === "off" || !isLocal) return null;
    const editions = parts.editions().map(({ id }) => id);
    const token = await createFirstLink(parts.database, editions, new Date().toISOString());
    return token && `${origin}/link/${token}`;
  }
}
