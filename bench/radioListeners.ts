import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { FRAME_BYTES, isFrame, numberAt } from "./countedStation.ts";

/** Listeners in a process of their own, so that what they cost is not the server's. Forked by radio.ts. */

export type ListenersOrder =
  | { kind: "come"; host: string; path: string; count: number; slow: number }
  | { kind: "vanish"; count: number }
  | { kind: "tell" }
  | { kind: "leave" };

export interface ListenersReport {
  hearing: number;
  refusedOrLost: number;
  bytes: number;
  missedBytes: number;
  firstByteMs: { p50: number; p99: number };
}

interface Listener {
  socket: Socket;
  isSlow: boolean;
  firstByteMs: number | null;
  /** Bytes of sound heard, and the number of the frame with which they began. */
  bytes: number;
  firstNumber: number | null;
  /** Bytes of a frame whose end has not come. */
  rest: Buffer;
  missed: number;
  isLost: boolean;
}

/** So many come a second, as after a word on the air. */
const COME_A_SECOND = 500;
const listeners: Listener[] = [];

process.on("message", async (order: ListenersOrder) => {
  if (order.kind === "come") await come(order);
  if (order.kind === "vanish") for (const { socket } of listeners.splice(-order.count)) socket.resetAndDestroy();
  if (order.kind === "leave") for (const { socket } of listeners.splice(0)) socket.destroy();
  process.send?.(report());
});

async function come({ host, path, count, slow }: Extract<ListenersOrder, { kind: "come" }>): Promise<void> {
  const began = performance.now();
  for (let index = 0; index < count; index++) {
    const early = began + (index / COME_A_SECOND) * 1000 - performance.now();
    if (early > 1) await wait(early);
    listeners.push(join(host, path, index < slow));
  }
  while (listeners.some(({ firstByteMs, isLost, isSlow }) => firstByteMs === null && !isLost && !isSlow))
    await wait(20);
}

function join(host: string, path: string, isSlow: boolean): Listener {
  const [name = "", port] = host.split(":");
  const came = performance.now();
  const socket = connect(Number(port), name);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const empty = Buffer.alloc(0);
  const listener: Listener = {
    ...{ socket, isSlow, firstByteMs: null, bytes: 0, firstNumber: null, rest: empty, missed: 0, isLost: false },
  };
  let head = "";
  socket.on("error", () => {});
  socket.on("close", () => {
    listener.isLost = true;
  });
  socket.on("data", (chunk: Buffer) => {
    if (listener.firstByteMs !== null) return hear(listener, chunk);
    head += chunk.toString("latin1");
    const end = head.indexOf("\r\n\r\n");
    if (end < 0 || head.length === end + 4) return;
    if (!head.startsWith("HTTP/1.1 200") && !head.startsWith("HTTP/1.0 200")) return void socket.destroy();
    listener.firstByteMs = performance.now() - came;
    hear(listener, Buffer.from(head.slice(end + 4), "latin1"));
    // One who cannot keep up takes what came with the first word, and nothing after.
    if (isSlow) socket.pause();
  });
  return listener;
}

/** Looks at the first whole frame of each chunk: between it and the last one looked at nothing can be missing unseen. */
function hear(listener: Listener, chunk: Buffer): void {
  const bytes = listener.rest.length > 0 ? Buffer.concat([listener.rest, chunk]) : chunk;
  let at = 0;
  if (listener.firstNumber === null) {
    // Icecast lets listeners in at any byte.
    while (at + 44 <= bytes.length && !isFrame(bytes, at)) at++;
    if (at + 44 > bytes.length) return;
    listener.firstNumber = numberAt(bytes, at);
  } else if (bytes.length >= 44) {
    const expected = listener.firstNumber + listener.bytes / FRAME_BYTES;
    const gap = isFrame(bytes, 0) ? numberAt(bytes, 0) - expected : 1;
    listener.missed += gap * FRAME_BYTES;
    listener.firstNumber += gap;
  }
  const whole = Math.floor((bytes.length - at) / FRAME_BYTES) * FRAME_BYTES;
  listener.bytes += whole;
  listener.rest = bytes.subarray(at + whole);
}

function report(): ListenersReport {
  const well = listeners.filter(({ isSlow }) => !isSlow);
  const first = well.flatMap(({ firstByteMs }) => firstByteMs ?? []).sort((one, other) => one - other);
  return {
    hearing: well.filter(({ isLost, firstByteMs }) => !isLost && firstByteMs !== null).length,
    refusedOrLost: well.filter(({ isLost }) => isLost).length,
    bytes: well.reduce((sum, { bytes }) => sum + bytes, 0),
    missedBytes: well.reduce((sum, { missed }) => sum + Math.abs(missed), 0),
    firstByteMs: {
      p50: first[Math.floor(first.length * 0.5)] ?? 0,
      p99: first[Math.floor(first.length * 0.99)] ?? 0,
    },
  };
}
