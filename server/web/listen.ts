import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait, setImmediate as waitForArrivedRequests } from "node:timers/promises";
import type { ForwardedHeaders } from "../net/proxies.ts";
import type { PageService } from "./pageService.ts";
import { getSocketPath, listenOnSocket } from "./socketPath.ts";

/** Longest time, in ms, for which a request in flight may delay the end of the process. */
const GRACE_MS = 10_000;
/** Interval, in ms, at which a closing server checks for unsent responses and for connections without a request. */
const SENT_CHECK_MS = 20;
/** Time, in ms, that a closing server waits for a connection's first request. Browsers open some connections early. */
const FIRST_REQUEST_MS = 1000;
/** First file descriptor of the sockets that systemd passes (sd_listen_fds). */
const FIRST_SYSTEMD_FD = 3;

/** Timeouts of connections, in milliseconds. */
export const TIMEOUTS = {
  /** Longest time for a client to send its headers. */
  headersTimeout: 15_000,
  /** Longest time for a client to send its whole request. A slow phone sends even a long web form in seconds. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  /**
   * Timeout of idle connections, announced in responses. It is longer than the 60 s of common proxies, so the proxy
   * closes a connection first. Otherwise, the proxy could send a request on a connection that the server is closing.
   */
  keepAliveTimeout: 75_000,
  /** Longest pause in the transfer of a request or its response. A longer pause ends the connection. */
  stalledTimeout: 60_000,
};

interface ListenOptions {
  port: number;
  host: string | undefined;
  /** File descriptor of a socket that another process has opened. It replaces the port and the host. */
  fd?: number | undefined;
  /**
   * Maximum number of open connections; further connections are closed. Also the maximum number of connections that
   * wait to be accepted.
   */
  maxConnections: number;
  timeouts?: typeof TIMEOUTS;
  /** Names of the environment variables that set the port and the host, for error messages. */
  variables?: { port: string; host: string };
}

/**
 * Returns the file descriptor of the socket that systemd has opened for this process through a socket unit; undefined
 * if there is none. Removes systemd's variables from `environment`, since child processes must not inherit them.
 *
 * @throws {Error} if there are several sockets: connections to the other sockets would wait forever
 */
export function takeSystemdSocket(environment: NodeJS.ProcessEnv): number | undefined {
  const count = Number(environment.LISTEN_PID) === process.pid ? Number(environment.LISTEN_FDS) : 0;
  if (count > 1) throw new Error(`The socket unit has ${count} addresses; expected one ListenStream.`);
  for (const name of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]) delete environment[name];
  return count === 1 ? FIRST_SYSTEMD_FD : undefined;
}

/**
 * Starts the HTTP server.
 *
 * @param lookup finds cached pages, which are sent before the listener is called
 * @throws {Error} if the server cannot listen on its port or socket; for common causes, the message names a remedy
 */
export async function listen(listener: RequestListener, options: ListenOptions, lookup?: PageService["lookup"]) {
  const { port, host, fd, maxConnections, timeouts = TIMEOUTS, variables = { port: "PORT", host: "HOST" } } = options;
  /** Open connections. A connection from which no byte has arrived may still send its first request. */
  const sockets = new Set<Socket>();
  let isClosing = false;
  const server = createServer({ ...timeouts, optimizeEmptyRequests: true }, (request, response) => {
    // node:http uses the first of two Host headers. A proxy may use the second, which may name another site (RFC 9112,
    // 3.2).
    if (hasTwoHosts(request.rawHeaders))
      return response.writeHead(400, { connection: "close" }).end("There is more than one Host header.\n");
    if (!isDecodable(request.url ?? ""))
      return response.writeHead(400, { "content-type": "text/plain" }).end("The address has a malformed escape.\n");
    if (isClosing) response.setHeader("connection", "close");
    if (!lookup || !sendCached(request, response, lookup)) listener(request, response);
  });
  server.maxConnections = maxConnections;
  server.setTimeout(timeouts.stalledTimeout, closeIfIdle);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Node's default backlog of 511 connections is too low. Linux silently drops further connections, and clients retry
  // at growing intervals.
  const backlog = maxConnections;
  const path = fd === undefined ? getSocketPath(host) : undefined;
  if (path) await listenOnSocket(server, path, backlog);
  else
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => reject(explainListenError(error, port, host, variables)));
      server.listen(fd === undefined ? { port, host } : { fd }, backlog, resolve);
    });
  const address = server.address();
  return {
    /** The port in use, even if port 0 was requested; 0 for a Unix socket. */
    port: typeof address === "object" && address ? address.port : 0,
    /** Stops accepting requests; resolves when requests in flight have ended, after `GRACE_MS` at the latest. */
    async close(): Promise<void> {
      isClosing = true;
      const closed = once(server, "close");
      const overdue = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      // Only stops listening. http.Server's own `close` also disconnects clients whose response is still being sent,
      // and clients that have not sent their first request.
      NetServer.prototype.close.call(server);
      await waitForArrivedRequests();
      const silentUntil = performance.now() + FIRST_REQUEST_MS;
      const isAwaited = ({ bytesRead, writableLength }: Socket) =>
        writableLength > 0 || (bytesRead === 0 && performance.now() < silentUntil);
      while (sockets.values().some(isAwaited)) await wait(SENT_CHECK_MS);
      server.close();
      await closed;
      clearTimeout(overdue);
    },
  };
}

/**
 * Disconnects a client after its timeout, unless unread bytes have arrived from the client. In a busy process, timers
 * run before sockets are read.
 */
function closeIfIdle(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/**
 * Returns true if a list of alternating names and values has two Host headers. Reading `headersDistinct` instead would
 * take a tenth of a request's time.
 */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/**
 * Returns false if a path has malformed percent-encoding, which libraries decode differently. No page has such a path.
 */
function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Sends a cached page before the app sees the request. Returns false if the page is not cached. */
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

function explainListenError(
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
    return new Error(`${variables.host}: found "${host}"; expected an IP address or host name of this machine.`);
  return error;
}
