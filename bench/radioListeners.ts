import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { FRAME_BYTES, isFrame, readFrameNumber } from "./numberedStream.ts";
import { quantile } from "./quantile.ts";

/** Runs listeners in their own process, so that their cost is not measured. Forked by radio.ts. */

export type ListenersCommand =
  | { kind: "connect"; host: string; path: string; count: number; slow: number }
  | { kind: "reset"; count: number }
  | { kind: "report" };

export interface ListenersReport {
  connected: number;
  refusedOrLost: number;
  bytes: number;
  missedBytes: number;
  firstByteMs: { p50: number; p99: number };
}

interface Listener {
  socket: Socket;
  isSlow: boolean;
  firstByteMs: number | null;
  /** Number of bytes in complete frames received. */
  bytes: number;
  /** Number in the first received frame, raised by 1 for each missed frame; null before the first frame. */
  firstNumber: number | null;
  /** Bytes of an incomplete frame. */
  rest: Buffer;
  missedBytes: number;
  isLost: boolean;
}

/** Number of new connections per second, as after an announcement on air. */
const CONNECTIONS_PER_SECOND = 500;
const listeners: Listener[] = [];

process.on("message", async (command: ListenersCommand) => {
  if (command.kind === "connect") await connectAll(command);
  if (command.kind === "reset") for (const { socket } of listeners.splice(-command.count)) socket.resetAndDestroy();
  process.send?.(report());
});

async function connectAll({ host, path, count, slow }: Extract<ListenersCommand, { kind: "connect" }>): Promise<void> {
  const startedAt = performance.now();
  for (let index = 0; index < count; index++) {
    const waitMs = startedAt + (index / CONNECTIONS_PER_SECOND) * 1000 - performance.now();
    if (waitMs > 1) await wait(waitMs);
    listeners.push(connectListener(host, path, index < slow));
  }
  while (listeners.some(({ firstByteMs, isLost, isSlow }) => firstByteMs === null && !isLost && !isSlow))
    await wait(20);
}

function connectListener(host: string, path: string, isSlow: boolean): Listener {
  const [name = "", port] = host.split(":");
  const connectedAt = performance.now();
  const socket = connect(Number(port), name);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const empty = Buffer.alloc(0);
  const listener: Listener = {
    socket,
    isSlow,
    firstByteMs: null,
    bytes: 0,
    firstNumber: null,
    rest: empty,
    missedBytes: 0,
    isLost: false,
  };
  let head = "";
  socket.on("error", () => {});
  socket.on("close", () => {
    listener.isLost = true;
  });
  socket.on("data", (chunk: Buffer) => {
    if (listener.firstByteMs !== null) return receive(listener, chunk);
    head += chunk.toString("latin1");
    const end = head.indexOf("\r\n\r\n");
    if (end < 0 || head.length === end + 4) return;
    if (!head.startsWith("HTTP/1.1 200") && !head.startsWith("HTTP/1.0 200")) return void socket.destroy();
    listener.firstByteMs = performance.now() - connectedAt;
    receive(listener, Buffer.from(head.slice(end + 4), "latin1"));
    // A slow listener reads the first data and nothing more.
    if (isSlow) socket.pause();
  });
  return listener;
}

/** Checks the number of each chunk's first whole frame. The number reveals every gap since the previous chunk. */
function receive(listener: Listener, chunk: Buffer): void {
  const bytes = listener.rest.length > 0 ? Buffer.concat([listener.rest, chunk]) : chunk;
  let at = 0;
  if (listener.firstNumber === null) {
    // Icecast may start sending in the middle of a frame.
    while (at + 44 <= bytes.length && !isFrame(bytes, at)) at++;
    if (at + 44 > bytes.length) return;
    listener.firstNumber = readFrameNumber(bytes, at);
  } else if (bytes.length >= 44) {
    const expected = listener.firstNumber + listener.bytes / FRAME_BYTES;
    const gap = isFrame(bytes, 0) ? readFrameNumber(bytes, 0) - expected : 1;
    listener.missedBytes += gap * FRAME_BYTES;
    listener.firstNumber += gap;
  }
  const whole = Math.floor((bytes.length - at) / FRAME_BYTES) * FRAME_BYTES;
  listener.bytes += whole;
  listener.rest = bytes.subarray(at + whole);
}

function report(): ListenersReport {
  const healthy = listeners.filter(({ isSlow }) => !isSlow);
  const first = healthy.flatMap(({ firstByteMs }) => firstByteMs ?? []);
  return {
    connected: healthy.filter(({ isLost, firstByteMs }) => !isLost && firstByteMs !== null).length,
    refusedOrLost: healthy.filter(({ isLost }) => isLost).length,
    bytes: healthy.reduce((sum, { bytes }) => sum + bytes, 0),
    missedBytes: healthy.reduce((sum, { missedBytes }) => sum + Math.abs(missedBytes), 0),
    firstByteMs: { p50: quantile(first, 0.5) || 0, p99: quantile(first, 0.99) || 0 },
  };
}
