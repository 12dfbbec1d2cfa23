import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createListeners, type Listeners } from "./listeners.ts";
import { createRingBuffer, type RingBuffer } from "./ringBuffer.ts";

/** Size, in bytes, of a half-second chunk: large, so that the network's own buffers fill soon. */
const CHUNK_BYTES = 512 * 1024;
const FORMAT = { type: "audio/mpeg", codec: "mp3", rate: 44100, channels: 2 } as const;

let buffer: RingBuffer;
let listeners: Listeners;
let nowMs: number;
let server: ReturnType<typeof createServer>;
const accepted: Socket[] = [];

beforeEach(async () => {
  buffer = createRingBuffer();
  nowMs = 0;
  listeners = createListeners({
    buffer,
    format: () => FORMAT,
    stationName: "Test",
    burstMs: () => 1000,
    now: () => nowMs,
  });
  server = createServer((_request, response) => {
    response.removeHeader("transfer-encoding");
    if (response.socket) accepted.push(response.socket);
    listeners.add(response, { wantsIcyMetadata: false, closedText: "Closed." });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  for (const socket of accepted.splice(0)) socket.destroy();
  server.close();
});

/** Adds a chunk whose bytes all equal `number`. Its entry bytes are the same with the highest bit set. */
function push(number: number) {
  const bytes = Buffer.alloc(CHUNK_BYTES, number);
  const getEntryBytes = () => Buffer.alloc(CHUNK_BYTES, number | 128);
  buffer.push({ bytes, getEntryBytes, durationMs: 500, title: null });
}

async function connectListener(): Promise<Socket> {
  const { port } = server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(server, "request");
  return socket;
}

it("skips a lagging listener to the newest chunk, and queues nothing for it", async () => {
  push(0);
  const slow = await connectListener();
  const [socket] = accepted;
  for (let number = 1; number < 100; number++) {
    push(number);
    await listeners.write();
    expect(socket?.writableLength).toBeLessThanOrEqual(3 * CHUNK_BYTES);
  }
  const received: Buffer[] = [];
  slow.on("data", (chunk: Buffer) => received.push(chunk));
  const last = 100;
  push(last);
  while (((received.at(-1)?.at(-1) ?? 0) & 127) !== last) {
    await listeners.write();
    await yieldToEvents();
  }
  const all = Buffer.concat(received);
  const audio = all.subarray(all.indexOf("\r\n\r\n") + 4);
  expect(audio.length % CHUNK_BYTES).toBe(0);
  const numbers = Array.from({ length: audio.length / CHUNK_BYTES }, (_, index) => audio[index * CHUNK_BYTES] ?? 0);
  expect(numbers[0]).toBe(128);
  const skip = numbers.findIndex((number, index) => index > 0 && number >= 128);
  expect(skip).toBeGreaterThan(0);
  expect(numbers.length).toBeLessThan(60);
  numbers.forEach((number, index) => {
    if (index !== skip && index > 0) expect(number & 127).toBe(((numbers[index - 1] ?? 0) & 127) + 1);
  });
});

it("disconnects only the listener who has taken nothing for 30 s", async () => {
  push(0);
  const stalled = await connectListener();
  const healthy = await connectListener();
  healthy.resume();
  for (let number = 1; number < 60; number++) {
    push(number);
    await listeners.write();
  }
  while (accepted[1]?.writableLength !== 0) await yieldToEvents();
  nowMs = 29_000;
  await listeners.write();
  expect(listeners.size()).toBe(2);
  nowMs = 31_000;
  push(60);
  await listeners.write();
  expect(listeners.size()).toBe(1);
  expect(accepted.map((socket) => socket.destroyed)).toEqual([true, false]);
  stalled.destroy();
  healthy.destroy();
});

it("tells a listener who still waits for audio why the stream ends", async () => {
  const waiting = await connectListener();
  listeners.close();
  const [bytes] = await once(waiting, "data");
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*\r\n\r\n(\w+\r\n)?Closed\.\n/i);
});
