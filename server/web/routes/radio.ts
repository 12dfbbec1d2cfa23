import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono } from "hono";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import { createAdmissionLimit } from "../../radio/listening/admissionLimit.ts";
import type { Radio } from "../../radio/radio.ts";
import type { Station } from "../../radio/station.ts";
import type { Clients } from "../clientAddress.ts";
import type { RequestedSite } from "../sites.ts";

interface Parts {
  radio: Pick<Radio, "findStation">;
  siteFor: (request: Request) => Pick<RequestedSite, "edition" | "siteUrl">;
  clients: Clients;
  /** Returns the number of servers. The maximum numbers of listeners are divided among them. */
  countNodes: () => number;
}

interface StationRequest {
  context: Context;
  station: Station;
  /**
   * Admits a listener unless the edition's limit is reached. The audio and the track titles have separate limits,
   * since players request both. Returns a function that releases the slot, or the response that rejects the listener.
   */
  admit(): (() => void) | Response;
  /** Absolute URL of the stream. */
  streamUrl: string;
  closedText: string;
}

/** Headers that allow `<audio crossorigin>` on any site and forbid proxies to store, change or buffer responses. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "icy-metaint, icy-name",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};
/** Interval, in ms, of heartbeats. Proxies close idle connections, often after a minute. */
const HEARTBEAT_MS = 25_000;

const STREAM_PATH = "/api/stream";
const ROUTES: Record<string, (request: StationRequest) => Response> = {
  [STREAM_PATH]: sendStream,
  "/api/radio/now": sendNowPlaying,
  "/api/radio/listen.m3u": ({ context, station, streamUrl }) => {
    const playlist = `#EXTM3U\n#EXTINF:-1,${station.config.name}\n${streamUrl}\n`;
    return context.body(playlist, 200, { "content-type": "audio/x-mpegurl; charset=utf-8" });
  },
  "/api/radio/listen.pls": ({ context, station, streamUrl }) => {
    const playlist = `[playlist]\nNumberOfEntries=1\nFile1=${streamUrl}\nTitle1=${station.config.name}\nLength1=-1\nVersion=2\n`;
    return context.body(playlist, 200, { "content-type": "audio/x-scpls; charset=utf-8" });
  },
};

export function addRadioRoutes(app: Hono, { radio, siteFor, clients, countNodes }: Parts): void {
  const limits = new Map<string, ReturnType<typeof createAdmissionLimit>>();
  for (const [path, respond] of Object.entries(ROUTES))
    app.all(path, (context) => {
      for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
      const { method } = context.req;
      const { edition, siteUrl } = siteFor(context.req.raw);
      const { radio: texts, refusals } = getServerTexts(edition.language);
      if (method === "OPTIONS")
        return context.body(null, 204, { "access-control-allow-headers": "Icy-MetaData, Range" });
      if (method !== "GET" && method !== "HEAD") {
        context.header("allow", "GET, HEAD, OPTIONS");
        return context.text(`${refusals.wrongMethod}\n`, 405);
      }
      const url = new URL(context.req.url);
      if (!edition.radio) return context.text(`${texts.noRadio(edition.name)}\n`, 404);
      const { stations, caps } = edition.radio;
      const ports = stations.map((station) => String(station.port));
      // The stream's URL must name a port; other routes use the first station by default.
      const port = url.searchParams.get("port") ?? (path === STREAM_PATH ? "" : (ports[0] ?? ""));
      const station = ports.includes(port) ? radio.findStation(edition, Number(port)) : undefined;
      if (!station) return context.text(`${texts.noStation(JSON.stringify(port), ports.join(", "))}\n`, 400);
      return respond({
        context,
        station,
        closedText: texts.restarting,
        admit: () => {
          const admit = limits.getOrInsertComputed(`${path} ${edition.id}`, () => createAdmissionLimit(countNodes));
          const admitted = admit(clients.find(context), caps);
          if (typeof admitted === "function") return admitted;
          return context.text(`${texts[admitted]}\n`, 503, { "retry-after": "60" });
        },
        streamUrl: new URL(station.getView().stream, siteUrl || url.origin).href,
      });
    });
}

function sendStream({ context, station, admit, closedText }: StationRequest): Response {
  const { config, listeners } = station;
  if (config.relay === "direct") return context.redirect(config.url, 307);
  context.header("accept-ranges", "none");
  if (context.req.method === "HEAD")
    return context.body(null, 200, { "content-type": station.format()?.type ?? "audio/mpeg" });
  const release = admit();
  if (typeof release !== "function") return release;
  const disconnect = station.acquire();
  const outgoing = takeOverResponse(context);
  outgoing.once("close", () => {
    disconnect();
    release();
  });
  outgoing.setHeader("accept-ranges", "none");
  // Without a length or chunked encoding, the end of the connection ends the stream.
  outgoing.removeHeader("transfer-encoding");
  outgoing.setHeader("connection", "close");
  listeners.add(outgoing, { wantsIcyMetadata: context.req.header("icy-metadata") === "1", closedText });
  return RESPONSE_ALREADY_SENT;
}

/** Sends the current track: once as JSON, or now and after each change as server-sent events. */
function sendNowPlaying({ context, station, admit }: StationRequest): Response {
  context.header("vary", "accept");
  if (!context.req.header("accept")?.includes("text/event-stream")) return context.json(station.getView());
  const release = admit();
  if (typeof release !== "function") return release;
  if (context.req.method === "HEAD") {
    release();
    return context.body(null, 200, { "content-type": "text/event-stream" });
  }
  const outgoing = takeOverResponse(context);
  outgoing.writeHead(200, { vary: "accept", "content-type": "text/event-stream" });
  outgoing.write("retry: 3000\n\n");
  const send = () => void outgoing.write(`data: ${JSON.stringify(station.getView())}\n\n`);
  const disconnect = station.acquire();
  const unsubscribe = station.nowPlaying.subscribe(send, () => outgoing.end());
  const heartbeat = setInterval(() => outgoing.write(":\n\n"), HEARTBEAT_MS);
  outgoing.once("close", () => {
    clearInterval(heartbeat);
    unsubscribe();
    disconnect();
    release();
  });
  send();
  return RESPONSE_ALREADY_SENT;
}

/** Returns Node's response, which Hono does not compress. The handler must return RESPONSE_ALREADY_SENT. */
function takeOverResponse(context: Context): HttpBindings["outgoing"] {
  const { outgoing } = context.env as HttpBindings;
  return outgoing.setHeaders(new Map(Object.entries(HEADERS)));
}
