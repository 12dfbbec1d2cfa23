import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono } from "hono";
import type { StationFile } from "../../editions/radioSchema.ts";
import type { Editions } from "../../editions/registry.ts";
import { createAdmissionLimit } from "../../radio/listening/admissionLimit.ts";
import type { Radio } from "../../radio/radio.ts";
import type { Station } from "../../radio/station.ts";
import { type StationView, toStationView } from "../../radio/view.ts";
import { findClient } from "../clientAddress.ts";

interface Parts {
  radio: Pick<Radio, "findStation">;
  editions: Pick<Editions, "forHost">;
  /** SITE_URL, if the operator set it. */
  siteUrl: string | undefined;
}

/** A request for a station that exists. */
interface StationRequest {
  context: Context;
  file: StationFile;
  station: Station;
  /** Admits a listener. Returns a function that gives the place back, or the response that refuses. */
  admit(): (() => void) | Response;
  getView(): StationView;
  /** Absolute URL of the stream. */
  streamUrl: string;
}

type Respond = (request: StationRequest) => Response;

/** CORS for `<audio crossorigin="anonymous">` on any site, and no buffering, transcoding or storing on the way. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "icy-metaint, icy-name",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};
/** Proxies close an idle connection, often after a minute. */
const HEARTBEAT_MS = 25_000;

const STREAM_PATH = "/api/stream";
const ROUTES: Record<string, Respond> = {
  [STREAM_PATH]: sendStream,
  "/api/radio/now": sendNowPlaying,
  "/api/radio/listen.m3u": ({ context, file, streamUrl }) =>
    context.body(`#EXTM3U\n#EXTINF:-1,${file.name}\n${streamUrl}\n`, 200, {
      "content-type": "audio/x-mpegurl; charset=utf-8",
    }),
  "/api/radio/listen.pls": ({ context, file, streamUrl }) =>
    context.body(
      `[playlist]\nNumberOfEntries=1\nFile1=${streamUrl}\nTitle1=${file.name}\nLength1=-1\nVersion=2\n`,
      200,
      { "content-type": "audio/x-scpls; charset=utf-8" },
    ),
};

export function addRadioRoutes(app: Hono, { radio, editions, siteUrl }: Parts): void {
  const admissionLimit = createAdmissionLimit();
  for (const [path, respond] of Object.entries(ROUTES))
    app.all(path, (context) => {
      for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
      const { method } = context.req;
      if (method === "OPTIONS")
        return context.body(null, 204, { "access-control-allow-headers": "Icy-MetaData, Range" });
      if (method !== "GET" && method !== "HEAD")
        return context.text("The radio is only listened to: GET and HEAD are answered.\n", 405, {
          allow: "GET, HEAD, OPTIONS",
        });
      const url = new URL(context.req.url);
      const edition = editions.forHost(url.host);
      if (!edition.radio) return context.text(`${edition.name} has no radio.\n`, 404);
      const { stations, caps } = edition.radio;
      const ports = stations.map(({ port }) => String(port));
      // The stream needs a port; the other routes default to the first station.
      const port = url.searchParams.get("port") ?? (path === STREAM_PATH ? "" : (ports[0] ?? ""));
      const found = ports.includes(port) && radio.findStation(edition, Number(port));
      if (!found)
        return context.text(
          `There is no station at port ${JSON.stringify(port)}; there is: ${ports.join(", ")}.\n`,
          400,
        );
      const { file, station } = found;
      const getView = () => toStationView(file, station.nowPlaying.get());
      const streamUrl = new URL(getView().stream, siteUrl ?? url.origin).href;
      const admit = () => {
        const admitted = admissionLimit.admit(findClient(context), caps);
        if (typeof admitted === "function") return admitted;
        const reason =
          admitted === "total"
            ? "As many people are listening as this server has room for."
            : "As many players are listening from your address as one may have.";
        return context.text(`${reason} Please try again in a minute.\n`, 503, { "retry-after": "60" });
      };
      return respond({ context, file, station, admit, getView, streamUrl });
    });
}

function sendStream({ context, file, station, admit }: StationRequest): Response {
  if (file.relay === "direct") return context.redirect(file.url, 307);
  context.header("accept-ranges", "none");
  if (context.req.method === "HEAD")
    return context.body(null, 200, { "content-type": station.format()?.type ?? "audio/mpeg" });
  const leave = admit();
  if (typeof leave !== "function") return leave;
  const release = station.acquire();
  const outgoing = takeOverResponse(context);
  outgoing.once("close", () => {
    release();
    leave();
  });
  outgoing.setHeader("accept-ranges", "none");
  // Without a length and without chunks, the end of the connection is the end of the stream.
  outgoing.removeHeader("transfer-encoding");
  outgoing.setHeader("connection", "close");
  station.listeners.add(outgoing, context.req.header("icy-metadata") === "1");
  return RESPONSE_ALREADY_SENT;
}

/** Sends what is playing once, as JSON, or now and at every change, as server-sent events. */
function sendNowPlaying({ context, station, admit, getView }: StationRequest): Response {
  context.header("vary", "accept");
  if (!context.req.header("accept")?.includes("text/event-stream")) return context.json(getView());
  const leave = admit();
  if (typeof leave !== "function") return leave;
  if (context.req.method === "HEAD") {
    leave();
    return context.body(null, 200, { "content-type": "text/event-stream" });
  }
  const outgoing = takeOverResponse(context);
  outgoing.writeHead(200, { vary: "accept", "content-type": "text/event-stream" });
  outgoing.write("retry: 3000\n\n");
  const send = () => void outgoing.write(`data: ${JSON.stringify(getView())}\n\n`);
  const release = station.acquire();
  const unsubscribe = station.nowPlaying.subscribe(send, () => outgoing.end());
  const heartbeat = setInterval(() => outgoing.write(":\n\n"), HEARTBEAT_MS);
  outgoing.once("close", () => {
    clearInterval(heartbeat);
    unsubscribe();
    release();
    leave();
  });
  send();
  return RESPONSE_ALREADY_SENT;
}

/** Returns Node's own response, which is neither compressed nor copied. The handler must return RESPONSE_ALREADY_SENT. */
function takeOverResponse(context: Context): HttpBindings["outgoing"] {
  const { outgoing } = context.env as HttpBindings;
  return outgoing.setHeaders(new Map(Object.entries(HEADERS)));
}
