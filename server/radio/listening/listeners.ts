import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { AudioFormat } from "../formats/audioChunk.ts";
import { createIcyWriter, ICY_INTERVAL_BYTES, type IcyWriter } from "../metadata/icy.ts";
import type { RingBuffer } from "./ringBuffer.ts";

interface ListenerOptions {
  wantsIcyMetadata: boolean;
  /** Text for a listener whose station closes before any audio was sent. */
  closedText: string;
}

interface Listener extends ListenerOptions {
  response: ServerResponse;
  socket: Socket;
  /** Index of the next chunk to send; null before the first audio. */
  nextIndex: number | null;
  writeIcy: IcyWriter | null;
  /** Number of bytes that the network had accepted at `progressAt`. */
  sentBytes: number;
  /** Time, in monotonic ms, of the last check that found newly accepted bytes or an empty send buffer. */
  progressAt: number;
}

interface Options {
  buffer: RingBuffer;
  format: () => AudioFormat | null;
  stationName: string;
  burstMs: () => number;
  /** Returns monotonic ms. */
  now?: () => number;
}

const STALL_MS = 30_000;
/** Number of listeners that are served in a row before page requests get their turn. */
const BATCH_SIZE = 250;
/** Time, in ms, in which a slow listener must receive the last bytes of an ending stream. */
const END_TIMEOUT_MS = 2000;

export type Listeners = ReturnType<typeof createListeners>;

/** Creates the set of a station's listeners, each with a position in the station's ring buffer. */
export function createListeners({ buffer, format, stationName, burstMs, now = () => performance.now() }: Options) {
  const listeners = new Set<Listener>();
  let isWriting = false;
  let isClosed = false;

  return {
    /**
     * Takes over a response. Sends the last seconds of buffered audio and then the live audio until the listener
     * disconnects.
     */
    add(response: ServerResponse, options: ListenerOptions) {
      const { socket } = response;
      if (!socket || socket.destroyed) return;
      const progress = { nextIndex: null, writeIcy: null, sentBytes: 0, progressAt: now() };
      const listener = { response, socket, ...options, ...progress };
      if (isClosed) return end(listener);
      listeners.add(listener);
      response.once("close", () => listeners.delete(listener));
      serve(listener);
    },
    /** Sends new chunks to all listeners. */
    async write() {
      if (isWriting) return;
      isWriting = true;
      let served = 0;
      for (const listener of [...listeners]) {
        if (listeners.has(listener)) serve(listener);
        if (++served % BATCH_SIZE === 0) await yieldToEvents();
      }
      isWriting = false;
    },
    /** Ends responses that have started, at a frame boundary. Listeners who still wait for audio stay. */
    endStarted() {
      for (const listener of [...listeners]) if (listener.nextIndex !== null) end(listener);
    },
    /** Ends all responses, including those added later. */
    close() {
      isClosed = true;
      for (const listener of [...listeners]) end(listener);
    },
    size: () => listeners.size,
  };

  function serve(listener: Listener) {
    const { socket } = listener;
    if (buffer.endIndex() === buffer.startIndex() || isStalled(listener)) return;
    const isStarting = listener.nextIndex === null;
    if (isStarting) sendHeaders(listener);
    let index = listener.nextIndex ?? buffer.findStart(burstMs());
    listener.nextIndex = index;
    // Queues nothing while the socket has unsent bytes: the listener falls behind in the ring buffer instead.
    if (index === buffer.endIndex() || socket.writableLength > 0) return;
    const hasSkipped = index < buffer.startIndex();
    if (hasSkipped) index = buffer.endIndex() - 1;
    socket.cork();
    for (let isEntry = isStarting || hasSkipped; index < buffer.endIndex(); isEntry = false) {
      const chunk = buffer.get(index++);
      if (!chunk) continue;
      const bytes = isEntry ? chunk.getEntryBytes() : chunk.bytes;
      socket.write(listener.writeIcy?.(bytes, chunk.title) ?? bytes);
    }
    socket.uncork();
    listener.nextIndex = index;
  }

  /** Disconnects a listener who has accepted none of the unsent bytes for `STALL_MS`. Returns true in that case. */
  function isStalled(listener: Listener): boolean {
    const { socket } = listener;
    const sentBytes = socket.bytesWritten - socket.writableLength;
    if (sentBytes !== listener.sentBytes || socket.writableLength === 0) {
      listener.sentBytes = sentBytes;
      listener.progressAt = now();
      return false;
    }
    if (now() - listener.progressAt < STALL_MS) return false;
    listeners.delete(listener);
    socket.destroy();
    return true;
  }

  function sendHeaders(listener: Listener) {
    const { response, wantsIcyMetadata } = listener;
    const type = format()?.type ?? "audio/mpeg";
    // Ogg has titles in its own headers.
    const hasIcyMetadata = wantsIcyMetadata && type !== "audio/ogg";
    listener.writeIcy = hasIcyMetadata ? createIcyWriter() : null;
    response.writeHead(200, {
      "content-type": type,
      "icy-name": encodeURI(stationName).replaceAll("%20", " "),
      ...(hasIcyMetadata ? { "icy-metaint": String(ICY_INTERVAL_BYTES) } : {}),
    });
    // From now on, chunks are written to the socket directly, without HTTP chunked encoding.
    response.flushHeaders();
  }

  function end(listener: Listener) {
    listeners.delete(listener);
    const { response, socket } = listener;
    if (listener.nextIndex === null) {
      response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "5" });
      response.end(`${listener.closedText}\n`);
      return;
    }
    // The bytes written so far end with a whole frame. A slow listener gets `END_TIMEOUT_MS` to accept the bytes.
    if (socket.writableLength > 0) socket.setTimeout(END_TIMEOUT_MS, () => socket.destroy());
    response.end();
  }
}
