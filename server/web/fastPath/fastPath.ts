import type { Server } from "node:http";
import type { Socket } from "node:net";
import { withCurrentDate } from "../cache/rawResponse.ts";
import type { PageService } from "../pageService.ts";
import { createRequestParser } from "./parseRequest.ts";

/**
 * Disconnects a client after its timeout, unless unread bytes have arrived from the client. In a process that was busy,
 * timers run before sockets are read.
 */
export function closeIfIdle(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

export type FastPath = ReturnType<typeof createFastPath>;

/**
 * Creates a fast path in front of node:http. If a connection sends exactly one plain request for a cached page, the
 * fast path writes the serialized response. Otherwise, it hands the connection and its bytes over to node:http for
 * good, which also parses all requests that are not plain.
 *
 * The http.Server itself listens, since Node enforces its timeouts only while it listens. Its connection listeners run
 * only for connections that were handed over.
 */
export function createFastPath(server: Server, lookup: PageService["lookup"]) {
  const nodeListeners = server.listeners("connection");
  const parse = createRequestParser();
  const connections = new Set<Socket>();
  let isClosing = false;

  const handlers = { data: onData, drain: onDrain, end: onEnd, timeout: onTimeout, error: onError, close: onClose };
  const listeners = Object.entries(handlers);

  function onData(this: Socket, bytes: Buffer) {
    const request = isClosing ? undefined : parse(bytes);
    const response = request && lookup(request.url, { ...request.headers, peer: this.remoteAddress ?? "" });
    if (!response) return handOver(this, bytes);
    const { raw } = response;
    const dated = withCurrentDate(raw, Date.now());
    const isFlushed = this.write(request.isHead ? dated.subarray(0, raw.bodyAt) : dated);
    if (this.writableLength === 0) return;
    raw.isInUse = true;
    // The client is not reading its response, so no further request is read from it.
    if (!isFlushed) this.pause();
  }

  function onDrain(this: Socket) {
    if (this.isPaused()) this.resume();
  }

  function onEnd(this: Socket) {
    this.end();
  }

  /** Hands a client that never sent anything over to node:http; disconnects any other. */
  function onTimeout(this: Socket) {
    if (this.bytesRead === 0) handOver(this);
    else closeIfIdle(this);
  }

  /** Ignores errors, since clients disconnect at any time. The event "close" follows. */
  function onError() {}

  function onClose(this: Socket) {
    connections.delete(this);
  }

  function handOver(socket: Socket, bytes?: Buffer) {
    connections.delete(socket);
    for (const [event, listener] of listeners) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    if (bytes) socket.unshift(bytes);
    for (const listen of nodeListeners) listen.call(server, socket);
    socket.resume();
  }

  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.setTimeout(server.keepAliveTimeout + server.keepAliveTimeoutBuffer);
    for (const [event, listener] of listeners) socket.on(event, listener);
  });

  return {
    /**
     * Closes connections once their responses are sent. Requests that still arrive go to node:http, as do connections whose
     * first request has not arrived yet.
     */
    close(): void {
      isClosing = true;
      // Lets the event loop read requests that have already arrived.
      setImmediate(() => {
        for (const socket of connections)
          if (socket.bytesRead === 0) handOver(socket);
          else socket.destroySoon();
      });
    },
    destroy(): void {
      for (const socket of connections) socket.destroy();
    },
  };
}
