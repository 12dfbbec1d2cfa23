import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Audience, openAudience } from "./listeners.ts";
import { openRing, type Ring } from "./ringBuffer.ts";

/** Pieces of half a second and half a megabyte, so that a network's own memory is soon full. */
const PIECE_BYTES = 512 * 1024;
const FORMAT = { type: "audio/mpeg", codec: "mp3", rate: 44100, channels: 2 } as const;

let ring: Ring;
let audience: Audience;
let time: number;
let server: ReturnType<typeof createServer>;
const joined: Socket[] = [];

beforeEach(async () => {
  ring = openRing();
  time = 0;
  audience = openAudience({ ring, format: () => FORMAT, name: "Test", burstMs: () => 1000, now: () => time });
  server = createServer((_request, response) => {
    response.removeHeader("transfer-encoding");
    if (response.socket) joined.push(response.socket);
    audience.join(response, false);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  for (const socket of joined.splice(0)) socket.destroy();
  server.close();
});

/** Every byte of a piece is its number; where one begins with it, the upper bit is set too. */
function put(number: number) {
  const bytes = Buffer.alloc(PIECE_BYTES, number);
  ring.push({ bytes, entry: () => Buffer.alloc(PIECE_BYTES, number | 128), ms: 500, title: null });
}

async function join(): Promise<Socket> {
  const { port } = server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(server, "request");
  return socket;
}

it("moves a listener who cannot keep up forward to live, at a piece's boundary, and holds nothing for it", async () => {
  put(0);
  const slow = await join();
  const [held] = joined;
  for (let number = 1; number < 100; number++) {
    put(number);
    await audience.write();
    expect(held?.writableLength).toBeLessThanOrEqual(3 * PIECE_BYTES);
  }
  const heard: Buffer[] = [];
  slow.on("data", (chunk: Buffer) => heard.push(chunk));
  const last = 100;
  put(last);
  while (((heard.at(-1)?.at(-1) ?? 0) & 127) !== last) {
    await audience.write();
    await turn();
  }
  const all = Buffer.concat(heard);
  const sound = all.subarray(all.indexOf("\r\n\r\n") + 4);
  expect(sound.length % PIECE_BYTES).toBe(0);
  const numbers = Array.from({ length: sound.length / PIECE_BYTES }, (_, index) => sound[index * PIECE_BYTES] ?? 0);
  expect(numbers[0]).toBe(128);
  const jump = numbers.findIndex((number, index) => index > 0 && number >= 128);
  expect(jump).toBeGreaterThan(0);
  expect(numbers.length).toBeLessThan(60);
  numbers.forEach((number, index) => {
    if (index !== jump && index > 0) expect(number & 127).toBe(((numbers[index - 1] ?? 0) & 127) + 1);
  });
});

it("lets go of a listener who has taken nothing for 30 seconds, and of no other", async () => {
  put(0);
  const stalled = await join();
  const well = await join();
  well.resume();
  for (let number = 1; number < 60; number++) {
    put(number);
    await audience.write();
  }
  while (joined[1]?.writableLength !== 0) await turn();
  time = 29_000;
  await audience.write();
  expect(audience.size()).toBe(2);
  time = 31_000;
  put(60);
  await audience.write();
  expect(audience.size()).toBe(1);
  expect(joined.map((socket) => socket.destroyed)).toEqual([true, false]);
  stalled.destroy();
  well.destroy();
});
