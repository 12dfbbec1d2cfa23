import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ForwardedHeaders } from "../net/proxies.ts";
import { KEEP_ALIVE_MS } from "./cache/rawResponse.ts";
import { closeIfIdle, createFastPath } from "./fastPath/fastPath.ts";
import type { PageService } from "./pageService.ts";

/** Longest time that a request in flight may delay the end of the process. */
const GRACE_MS = 10_000;

/** Timeouts of connections, in milliseconds. */
const TIMEOUTS = {
  /** Time for a client to send the headers, and the whole request. The longest form takes seconds on a slow phone. */
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  /** Time within which a client must receive another part of its response. */
  stalledTimeout: 60_000,
};

interface ListenOptions {
  port: number;
  host: string | undefined;
  /** Connections beyond this number are closed immediately. As many can wait to be accepted while the process is busy. */
  maxConnections: number;
  timeouts?: typeof TIMEOUTS;
  /** Names of the environment variables that set the port and the host, for errors. */
  variables?: { port: string; host: string };
}

/**
 * Starts the HTTP server.
 *
 * @param lookup finds cached pages for the fast path; if missing, the listener answers all requests
 * @throws {Error} naming the port and a remedy, if the server cannot listen on the port
 */
export async function listen(listener: RequestListener, options: ListenOptions, lookup?: PageService["lookup"]) {
  const { port, host, maxConnections, timeouts = TIMEOUTS, variables = { port: "PORT", host: "HOST" } } = options;
  let isClosing = false;
  const server = createServer(timeouts, (request, response) => {
    // Proxies disagree on which of two Host headers is valid (RFC 9112, section 3.2). node:http uses the first.
    if ((request.headersDistinct.host?.length ?? 0) > 1)
      return response.writeHead(400, { connection: "close" }).end("There is more than one Host header.\n");
    if (isClosing) response.setHeader("connection", "close");
    if (!lookup || !sendCached(request, response, lookup)) listener(request, response);
  });
  server.maxConnections = maxConnections;
  server.setTimeout(timeouts.stalledTimeout, closeIfIdle);
  const fastPath = lookup && createFastPath(server, lookup);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port, host, variables)));
    // By default, the 512th waiting connection is dropped silently, and its client tries again at growing intervals.
    server.listen({ port, host, backlog: maxConnections }, resolve);
  });
  return {
    /** The port in use, even if port 0 was requested. */
    port: (server.address() as AddressInfo).port,
    /** Stops accepting requests; resolves when those in flight have ended, after `GRACE_MS` at the latest. */
    close: () =>
      new Promise<void>((resolve) => {
        isClosing = true;
        const overdue = setTimeout(() => {
          server.closeAllConnections();
          fastPath?.destroy();
        }, GRACE_MS);
        server.close(() => {
          clearTimeout(overdue);
          resolve();
        });
        server.closeIdleConnections();
        fastPath?.close();
      }),
  };
}

/** Sends a cached page on a connection that the fast path handed to node:http; returns false if none is cached. */
function sendCached(request: IncomingMessage, response: ServerResponse, lookup: PageService["lookup"]): boolean {
  const { method, url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  const cached = lookup(url, {
    host: headers.host ?? "",
    peer: request.socket.remoteAddress ?? "",
    forwarded: headers as ForwardedHeaders,
    accept: headers.accept,
    preconditions: {
      acceptEncoding: headers["accept-encoding"]?.toString(),
      ifNoneMatch: headers["if-none-match"],
      ifModifiedSince: headers["if-modified-since"],
    },
  });
  if (!cached) return false;
  response.writeHead(cached.status, cached.headers);
  response.end(method === "HEAD" ? null : cached.body);
  return true;
}

function explain(
  error: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
  variables: { port: string; host: string },
): Error {
  if (error.code === "EADDRINUSE")
    return new Error(
      `Port ${port} is used by another program. Stop that program, or set ${variables.port} to a free port, such as ${variables.port}=${port + 1}.`,
    );
  if (error.code === "EACCES")
    return new Error(`Port ${port} is not open to this user. Set ${variables.port} to one above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new Error(`${variables.host}: found "${host}"; allowed is an IP address or host name of this machine.`);
  return error;
}
