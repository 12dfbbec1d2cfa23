import type { Server } from "node:http";
import type { Socket } from "node:net";
import { withCurrentDate } from "../cache/rawResponse.ts";
import type { PageService } from "../pageService.ts";
import { createRequestParser } from "./parseRequest.ts";

export type FastPath = ReturnType<typeof createFastPath>;

/**
 * Puts a fast path in front of node:http for cached pages. If a connection's bytes are one whole plain request for a
 * cached page, the serialized response is written to it. With anything else the connection is handed to node:http for
 * good, together with the bytes, so that only node:http ever parses a request that needs parsing.
 *
 * The server listens itself, since it enforces its time limits only then; its own connection listener runs second.
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
    // A client that does not read its response gets no further one.
    if (!isFlushed) this.pause();
  }

  function onDrain(this: Socket) {
    if (this.isPaused()) this.resume();
  }

  function onEnd(this: Socket) {
    this.end();
  }

  /** Leaves a client that never sent a request to node:http, and disconnects one that is idle or reads nothing. */
  function onTimeout(this: Socket) {
    if (this.bytesRead === 0) handOver(this);
    else this.destroy();
  }

  /** Clients disconnect at any time. "close" follows. */
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
    /** Closes its connections once their responses are sent; requests that still arrive are answered by node:http. */
    close(): void {
      isClosing = true;
      // Requests that have already arrived are read first.
      setImmediate(() => {
        for (const socket of connections) socket.destroySoon();
      });
    },
    /** Closes its connections at once. */
    destroy(): void {
      for (const socket of connections) socket.destroy();
    },
  };
}
