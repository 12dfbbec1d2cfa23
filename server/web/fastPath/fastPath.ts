import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Asked, Sent } from "../cache/kept.ts";
import { datedBytes } from "../cache/rawResponse.ts";
import { openReader } from "./readRequest.ts";

/** Answers plain requests for what is kept on the connections themselves, before node:http sees them. */
export interface FrontDoor {
  /** Closes its connections, once what was written to them is sent; what still comes in is answered by node:http. */
  close(): void;
  /** Closes them at once. */
  destroy(): void;
}

/**
 * Stands at the door of a server: where a connection brings one whole plain request for something that is kept, the finished
 * bytes are written to it. With whatever else comes, the connection is the server's from then on, as if nobody had read from
 * it: who has to be understood is understood by node:http alone.
 *
 * The server listens itself, since only then does it keep its time limits; its own way to take a connection comes second.
 */
export function openFrontDoor(server: Server, look: (url: string, asked: Asked) => Sent | undefined): FrontDoor {
  const takers = server.listeners("connection");
  const read = openReader();
  const open = new Set<Socket>();
  let isClosing = false;

  const listeners = Object.entries({
    data: onData,
    drain: onDrain,
    end: onEnd,
    timeout: onTimeout,
    error: onError,
    close: onClose,
  });

  function onData(this: Socket, bytes: Buffer) {
    const request = isClosing ? undefined : read(bytes);
    const sent = request && look(request.url, request.asked);
    if (!sent) return handOver(this, bytes);
    const { wire } = sent;
    const dated = datedBytes(wire, Date.now());
    const isTaken = this.write(request.isHead ? dated.subarray(0, wire.bodyAt) : dated);
    if (this.writableLength === 0) return;
    wire.isHeld = true;
    // Who does not read is not answered any further.
    if (!isTaken) this.pause();
  }

  function onDrain(this: Socket) {
    if (this.isPaused()) this.resume();
  }

  function onEnd(this: Socket) {
    this.end();
  }

  /** Node's server says what becomes of who has never asked; who has, and has got it, is let go as it would do. */
  function onTimeout(this: Socket) {
    if (this.bytesRead === 0) handOver(this);
    else if (this.writableLength === 0) this.destroy();
  }

  /** Readers go away in the middle of everything; that the connection is closed is all there is to it. */
  function onError() {}

  function onClose(this: Socket) {
    open.delete(this);
  }

  function handOver(socket: Socket, bytes?: Buffer) {
    open.delete(socket);
    for (const [event, listener] of listeners) socket.off(event, listener);
    socket.setTimeout(0);
    socket.pause();
    if (bytes) socket.unshift(bytes);
    for (const take of takers) take.call(server, socket);
    socket.resume();
  }

  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.setTimeout(server.keepAliveTimeout + server.keepAliveTimeoutBuffer);
    for (const [event, listener] of listeners) socket.on(event, listener);
  });

  return {
    close() {
      isClosing = true;
      // What has arrived already is read before.
      setImmediate(() => {
        for (const socket of open) socket.destroySoon();
      });
    },
    destroy() {
      for (const socket of open) socket.destroy();
    },
  };
}
