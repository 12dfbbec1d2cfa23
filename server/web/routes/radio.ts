import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { StationFile } from "../../editions/radioSchema.ts";
import type { Editions } from "../../editions/registry.ts";
import { openAdmission } from "../../radio/listening/admissionLimit.ts";
import type { Radio } from "../../radio/radio.ts";
import type { Station } from "../../radio/station.ts";
import { absoluteStream, viewStation } from "../../radio/view.ts";
import { tellNow } from "./nowPlaying.ts";

/** The radio's addresses, answered by Node itself: a stream is neither compressed nor copied on its way. */
export interface RadioDoors {
  /** Answers what belongs to the radio, and passes everything else on. */
  before(listener: RequestListener): RequestListener;
}

interface Parts {
  radio: Radio;
  editions: Editions;
  /** Where the site is reached, if the operator says. */
  siteUrl: string | undefined;
}

/** A request for a station that exists. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  file: StationFile;
  station: Station;
  siteUrl: string;
}

/** For an audio element with crossorigin="anonymous" on any site; nothing here is anybody's own. */
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "icy-metaint, icy-name",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

export function openRadioDoors({ radio, editions, siteUrl }: Parts): RadioDoors {
  const admission = openAdmission();
  const doors: Record<string, (visit: Visit) => void> = {
    "/api/stream": stream,
    "/api/radio/now": now,
    "/api/radio/listen.m3u": ({ response, file, station, siteUrl }) =>
      text(response, 200, `#EXTM3U\n#EXTINF:-1,${file.name}\n${address(file, station, siteUrl)}\n`, "audio/x-mpegurl"),
    "/api/radio/listen.pls": ({ response, file, station, siteUrl }) =>
      text(
        response,
        200,
        `[playlist]\nNumberOfEntries=1\nFile1=${address(file, station, siteUrl)}\nTitle1=${file.name}\nLength1=-1\nVersion=2\n`,
        "audio/x-scpls",
      ),
  };

  return {
    before: (listener) => (request, response) => {
      if (!request.url?.startsWith("/api/")) return listener(request, response);
      const url = URL.parse(request.url, `http://${request.headers.host ?? "localhost"}`);
      const door = url && doors[url.pathname];
      if (!door) return listener(request, response);
      for (const [name, value] of Object.entries(OPEN_TO_ALL)) response.setHeader(name, value);
      if (request.method === "OPTIONS") {
        response.setHeader("access-control-allow-headers", "Icy-MetaData, Range");
        return void response.writeHead(204).end();
      }
      if (request.method !== "GET" && request.method !== "HEAD") {
        response.setHeader("allow", "GET, HEAD, OPTIONS");
        return text(response, 405, "The radio is only listened to: GET and HEAD are answered.\n");
      }
      const edition = editions.forHost(url.host);
      const ports = edition.radio?.stations.map(({ port }) => port) ?? [];
      if (ports.length === 0) return text(response, 404, `${edition.name} has no radio.\n`);
      // A stream is asked for by its port; what is told about it is about the first one, unless a port is said.
      const asked = url.searchParams.get("port") ?? (door === stream ? "" : String(ports[0]));
      const found = ports.some((port) => String(port) === asked) && radio.station(edition, Number(asked));
      if (!found)
        return text(
          response,
          400,
          `There is no station at port ${JSON.stringify(asked)}; there is: ${ports.join(", ")}.\n`,
        );
      door({ request, response, ...found, siteUrl: siteUrl ?? url.origin });
    },
  };

  function stream({ request, response, file, station }: Visit) {
    if (file.relay === "direct") return void response.writeHead(307, { location: file.url }).end();
    response.setHeader("accept-ranges", "none");
    if (request.method === "HEAD")
      return void response.writeHead(200, { "content-type": station.format()?.type ?? "audio/mpeg" }).end();
    const leave = admit(request, response);
    if (!leave) return;
    const release = station.need();
    response.once("close", () => {
      release();
      leave();
    });
    // Without a length and without chunks, the end of the connection is the end of the stream.
    response.removeHeader("transfer-encoding");
    response.setHeader("connection", "close");
    station.audience.join(response, request.headers["icy-metadata"] === "1");
  }

  function now({ request, response, file, station }: Visit) {
    const leave = request.headers.accept?.includes("text/event-stream") ? admit(request, response) : () => {};
    if (leave) tellNow({ request, response, station, tell: () => viewStation(file, station.board.now()), leave });
  }

  function admit(request: IncomingMessage, response: ServerResponse): (() => void) | null {
    const caps = editions.forHost(request.headers.host ?? "").radio?.caps;
    const admitted = caps ? admission.admit(request, caps) : "all";
    if (typeof admitted === "function") return admitted;
    response.setHeader("retry-after", "60");
    const reason =
      admitted === "all"
        ? "As many people are listening as this server has room for."
        : "As many players are listening from your address as one may have.";
    text(response, 503, `${reason} Please try again in a minute.\n`);
    return null;
  }
}

function address(file: StationFile, station: Station, siteUrl: string): string {
  return absoluteStream(viewStation(file, station.board.now()), siteUrl);
}

function text(response: ServerResponse, status: number, words: string, type = "text/plain"): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(words);
}
