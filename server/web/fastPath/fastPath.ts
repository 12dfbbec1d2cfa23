import type { Server } from "node:http";
import type { Socket } from "node:net";
import { withCurrentDate } from "../cache/rawResponse.ts";
import type { PageService } from "../pageService.ts";
import { createRequestParser } from "./parseRequest.ts";

/**
 * Disconnects a client after its timeout, unless it has sent something that was not read yet: when a busy process
 * catches up, timers run before sockets are read.
 */
export function closeIfIdle(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

export type FastPath = ReturnType<typeof createFastPath>;

/**
 * Creates a fast path in front of node:http for cached pages. If a connection's bytes are one whole plain request for a
 * cached page, writes the serialized response to the connection. Otherwise, hands the connection and the bytes over to
 * node:http permanently, so that only node:http parses requests that are not plain.
 * The http.Server itself listens, since only a listening one enforces its timeouts. Its own connection listeners run
 * only for connections that are handed over.
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
    // While a client does not read its response, no further requests are read from the client.
    if (!isFlushed) this.pause();
  }

  function onDrain(this: Socket) {
    if (this.isPaused()) this.resume();
  }

  function onEnd(this: Socket) {
    this.end();
  }

  /** If a client never sent a request, hands it over to node:http; if it is idle or does not read, disconnects it. */
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
    /** Closes the fast path's connections once responses are sent; node:http answers requests that still arrive. */
    close(): void {
      isClosing = true;
      // Requests that have already arrived are read first.
      setImmediate(() => {
        for (const socket of connections) socket.destroySoon();
      });
    },
    /** Closes the fast path's connections immediately. */
    destroy(): void {
      for (const socket of connections) socket.destroy();
    },
  };
}
