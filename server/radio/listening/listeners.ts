import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as breathe } from "node:timers/promises";
import type { Format } from "../formats/frames.ts";
import { ICY_INTERVAL, type IcyWriter, openIcyWriter } from "../metadata/icy.ts";
import type { Ring } from "./ringBuffer.ts";

/** Those who hear a station, each at a place of its memory. */
export interface Audience {
  /** Answers with the last seconds, and with what comes, until the listener leaves. */
  join(response: ServerResponse, wantsTitles: boolean): void;
  /** Writes what is new to everybody. */
  write(): Promise<void>;
  /** Ends the responses of all who have begun to hear, at a frame's boundary. */
  endBegun(): void;
  endAll(): void;
  size(): number;
}

interface Listener {
  response: ServerResponse;
  socket: Socket;
  wantsTitles: boolean;
  /** Null until there was something to hear. */
  place: number | null;
  titles: IcyWriter | null;
  /** Bytes that had left at the last look, and when they were fewer. */
  left: number;
  movedAt: number;
}

interface Options {
  ring: Ring;
  /** The format of what is in memory. */
  format: () => Format | null;
  name: string;
  /** Milliseconds of sound that a listener begins with. */
  burstMs: () => number;
  now?: () => number;
}

/** A listener that takes nothing for so long is let go. */
const STALL_MS = 30_000;
/** So many are written to before requests for pages have their turn. */
const AT_ONCE = 250;

export function openAudience({ ring, format, name, burstMs, now = () => performance.now() }: Options): Audience {
  const listeners = new Set<Listener>();
  let isWriting = false;
  let isOver = false;

  return {
    join(response, wantsTitles) {
      const { socket } = response;
      if (!socket || socket.destroyed) return;
      const listener = {
        response,
        socket,
        wantsTitles,
        place: null,
        titles: null,
        left: 0,
        movedAt: now(),
      };
      if (isOver) return end(listener);
      listeners.add(listener);
      response.once("close", () => listeners.delete(listener));
      serve(listener);
    },
    async write() {
      if (isWriting) return;
      isWriting = true;
      let served = 0;
      for (const listener of [...listeners]) {
        if (listeners.has(listener)) serve(listener);
        if (++served % AT_ONCE === 0) await breathe();
      }
      isWriting = false;
    },
    endBegun() {
      for (const listener of [...listeners]) if (listener.place !== null) end(listener);
    },
    endAll() {
      isOver = true;
      for (const listener of [...listeners]) end(listener);
    },
    size: () => listeners.size,
  };

  function serve(listener: Listener) {
    const { socket } = listener;
    if (ring.end() === ring.start() || isStalled(listener)) return;
    const isBeginning = listener.place === null;
    if (listener.place === null) {
      begin(listener);
      listener.place = ring.begin(burstMs());
    }
    let place = listener.place;
    // The bytes before have not even left for the network: nothing is put behind them, and the place stays.
    if (place === ring.end() || socket.writableLength > 0) return;
    const isMoved = place < ring.start();
    if (isMoved) place = ring.begin(0) - 1;
    socket.cork();
    for (let isEntry = isBeginning || isMoved; place < ring.end(); isEntry = false) {
      const piece = ring.at(place++);
      if (!piece) continue;
      const bytes = isEntry ? piece.entry() : piece.bytes;
      socket.write(listener.titles ? listener.titles.write(bytes, piece.title) : bytes);
    }
    socket.uncork();
    listener.place = place;
  }

  /** Lets a listener go whose network has taken nothing for long. */
  function isStalled(listener: Listener): boolean {
    const { socket } = listener;
    const left = socket.bytesWritten - socket.writableLength;
    if (left !== listener.left || socket.writableLength === 0) {
      listener.left = left;
      listener.movedAt = now();
      return false;
    }
    if (now() - listener.movedAt < STALL_MS) return false;
    listeners.delete(listener);
    socket.destroy();
    return true;
  }

  function begin(listener: Listener) {
    const heard = format();
    const { response } = listener;
    const hasTitles = listener.wantsTitles && heard?.type !== "audio/ogg";
    listener.titles = hasTitles ? openIcyWriter() : null;
    response.writeHead(200, {
      "content-type": heard?.type ?? "audio/mpeg",
      "icy-name": encodeURI(name).replaceAll("%20", " "),
      ...(hasTitles ? { "icy-metaint": String(ICY_INTERVAL) } : {}),
    });
    // Pieces go to the socket itself from here on, so that each costs one write and no chunk of HTTP around it.
    response.flushHeaders();
  }

  function end(listener: Listener) {
    listeners.delete(listener);
    const { response, socket } = listener;
    if (listener.place === null) {
      response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "5" });
      response.end("The radio is being restarted. Please try again in a moment.\n");
      return;
    }
    // A whole frame is what was written last. Who does not take it would hold up the end.
    if (socket.writableLength > 0) socket.setTimeout(ENDING_MS, () => socket.destroy());
    response.end();
  }
}

/** How long a listener has to take what was written before the end. */
const ENDING_MS = 2000;
