import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { followNowPlaying, listen } from "../support/radioListener.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import {
  MP3_HEADERS,
  type RespondRaw,
  type StationHost,
  sendInRealTime,
  startStationHost,
} from "../support/stationHost.ts";

const low = await readFile("editions/chicago/media/loop-44100.mp3");
const high = await readFile("editions/chicago/media/loop-48000.mp3");
const BYTES_PER_SECOND = 5000;
let changing: Socket | null = null;

/** Stations that fail, each in a different way, by path. */
const FAILING: Record<string, RespondRaw> = {
  "/404": (socket) => socket.end("HTTP/1.0 404 Not Found\r\nContent-Type: audio/mpeg\r\n\r\nno such mount"),
  "/500": (socket) => socket.end("HTTP/1.0 500 Internal Server Error\r\n\r\n"),
  "/page": (socket) => socket.end("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Sign in to Wi-Fi</h1>"),
  "/silent": (socket) => socket.write(MP3_HEADERS),
  "/half-open": () => {},
  "/zeros": (socket) => {
    socket.write(MP3_HEADERS);
    sendInRealTime(socket, Buffer.alloc(100_000), 16_000);
  },
  "/redirect-loop": (socket) => socket.end("HTTP/1.0 302 Found\r\nLocation: /redirect-loop\r\n\r\n"),
  "/internal": (socket) => socket.end("HTTP/1.0 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n"),
};
const WORKING: Record<string, RespondRaw> = {
  "/moved": (socket) => socket.end("HTTP/1.0 302 Found\r\nLocation: /moved-here\r\n\r\n"),
  "/good": playRecording,
  "/chunked": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (let at = 0; at < 30_000; at += 700) {
      const chunk = low.subarray(at, at + 700);
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write("\r\n");
    }
  },
  "/shoutcast": (socket) => {
    const text = Buffer.alloc(48);
    text.write("StreamTitle='Queensr\xffche - Empire';", "latin1");
    const rest = [...Array(20).keys()].map((index) => low.subarray(1000 * (index + 1), 1000 * (index + 2)));
    const parts = [low.subarray(0, 1000), Buffer.from([3]), text, ...rest.flatMap((part) => [part, Buffer.alloc(1)])];
    socket.write("ICY 200 OK\r\nicy-name:Old server\r\nicy-metaint:1000\r\n\r\n");
    sendInRealTime(socket, Buffer.concat(parts), BYTES_PER_SECOND);
  },
  "/changing": (socket) => {
    changing = socket;
    socket.write(MP3_HEADERS);
    socket.write(low.subarray(0, 20_000));
  },
};

function playRecording(socket: Socket) {
  socket.write(MP3_HEADERS);
  sendInRealTime(socket, low, BYTES_PER_SECOND);
}

/** Path of the station that pages show. The station never responds. */
const FIRST = "/first";
const PATHS = [FIRST, ...Object.keys(FAILING), ...Object.keys(WORKING)];
const getPort = (path: string) => 9000 + PATHS.indexOf(path);
const PRIVATE_PORT = 8000;
const REFUSED_PORT = 8001;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: StationHost;
/** Station on a host that is not in ALLOW_PRIVATE_HOSTS. */
let inside: StationHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startStationHost({ ...FAILING, ...WORKING, "/moved-here": playRecording });
  inside = await startStationHost({ "/private": playRecording, "/public": playRecording });
  const stations = [
    ...PATHS.map((path) => ({ port: getPort(path), name: `Station ${path}`, url: host.url(path) })),
    { port: PRIVATE_PORT, name: "Private", url: inside.url("/private"), private: true },
    { port: REFUSED_PORT, name: "Not private", url: inside.url("/public") },
  ];
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: () => [],
    relays: [],
    radio: { stations, caps: { listeners: 40, perAddress: 2 } },
  });
  site = await startSite({
    editions,
    data: folder.path,
    env: { ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "debug" },
  });
});

afterAll(async () => {
  await site?.stop();
  await host?.close();
  await inside?.close();
  await folder?.remove();
});

const toStreamUrl = (path: string) => `${site.url}/api/stream?port=${getPort(path)}`;
const toNowUrl = (path: string) => `${site.url}/api/radio/now?port=${getPort(path)}`;

it.each(Object.keys(FAILING).map((path) => [path]))("plays the loop in place of %s, and reconnects", async (path) => {
  const [listener, follower] = await Promise.all([listen(toStreamUrl(path)), followNowPlaying(toNowUrl(path))]);
  expect([listener.status, listener.headers["content-type"]]).toEqual([200, "audio/mpeg"]);
  await listener.waitFor((bytes) => bytes.includes(low.subarray(15_000, 15_200)));
  await follower.waitFor(({ now }) => now.state === "loop");
  await host.waitForRequests(path, 2);
  listener.disconnect();
  follower.disconnect();
});

it.each([["/moved"], ["/good"], ["/chunked"], ["/shoutcast"]])("plays %s", async (path) => {
  const [listener, follower] = await Promise.all([listen(toStreamUrl(path)), followNowPlaying(toNowUrl(path))]);
  await follower.waitFor(({ now }) => now.state === "live");
  await listener.waitFor((bytes) => bytes.includes(low.subarray(6000, 6200)));
  expect(host.countRequests(path)).toBe(1);
  listener.disconnect();
  follower.disconnect();
});

it("reaches a station in a private network if the edition calls it private", async () => {
  const [live, loop] = await Promise.all(
    [PRIVATE_PORT, REFUSED_PORT].map((port) => listen(`${site.url}/api/stream?port=${port}`)),
  );
  await live?.waitFor((bytes) => bytes.includes(low.subarray(6000, 6200)));
  await loop?.waitFor((bytes) => bytes.includes(low.subarray(15_000, 15_200)));
  expect([inside.countRequests("/private"), inside.countRequests("/public")]).toEqual([1, 0]);
  live?.disconnect();
  loop?.disconnect();
});

it("decodes titles in Windows-1252", async () => {
  const follower = await followNowPlaying(toNowUrl("/shoutcast"));
  const { now } = await follower.waitFor(({ now }) => now.title !== null);
  expect([now.artist, now.title]).toEqual(["Queensrÿche", "Empire"]);
  follower.disconnect();
});

it("ends a response whose format changes, and plays the new format to the next request", async () => {
  const listener = await listen(toStreamUrl("/changing"));
  await listener.waitFor((bytes) => bytes.length > 15_000);
  changing?.write(high.subarray(0, 40_000));
  await listener.ended;
  expect(listener.received().includes(high.subarray(2000, 2200))).toBe(false);
  const again = await listen(toStreamUrl("/changing"));
  await again.waitFor((bytes) => bytes.includes(high.subarray(30_000, 30_200)));
  again.disconnect();
});

it("rejects an unknown port, and lists the known ones", async () => {
  for (const query of ["", "?port=", "?port=80", "?port=9000.0", "?port=__proto__", "?port=9000%20"]) {
    const response = await fetch(`${site.url}/api/stream${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Stations are at 9000, 9001");
  }
});

it("responds to HEAD and preflight requests, and rejects other methods", async () => {
  const head = await fetch(toStreamUrl("/good"), { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect((await fetch(toStreamUrl("/good"), { method: "OPTIONS" })).headers.get("access-control-allow-origin")).toBe(
    "*",
  );
  const post = await fetch(toStreamUrl("/good"), { method: "POST", body: "x" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

it("sends the stream as it is: not compressed, not chunked, until the connection ends", async () => {
  const listener = await listen(toStreamUrl("/good"), { "accept-encoding": "gzip, br" });
  expect(listener.headers).toMatchObject({ connection: "close", "accept-ranges": "none" });
  for (const name of ["content-encoding", "transfer-encoding", "content-length", "x-hono-already-sent"])
    expect(listener.headers[name]).toBeUndefined();
  listener.disconnect();
});

it("serves HTTP/1.0 players that send no Host header", async () => {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  socket.write(`GET /api/stream?port=${getPort("/good")} HTTP/1.0\r\n\r\n`);
  const [head] = await once(socket, "data");
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 OK/);
  socket.destroy();
});

it("returns playlists with the stream's URL", async () => {
  const m3u = await fetch(`${site.url}/api/radio/listen.m3u?port=9001`);
  expect(m3u.headers.get("content-type")).toContain("mpegurl");
  expect(await m3u.text()).toContain(`${site.url}/api/stream?port=9001`);
  const pls = await (await fetch(`${site.url}/api/radio/listen.pls`)).text();
  expect(pls).toContain(`File1=${site.url}/api/stream?port=9000`);
});

// The site follows no feed, so only a station's outage changes the cached pages.
it("says on rendered pages that the loop plays, once it does, and before that nothing that may be false", async () => {
  const read = async (path: string) => (await fetch(site.url + path)).text();
  const home = await read("/");
  expect(home).toContain("Programming from the station stream, or a recorded program while it’s down.");
  expect(home).toMatch(/<h2 id="on-air"[^>]*>Radio</);
  expect(home).not.toMatch(/<p[^>]*>Live programming|24\/7 live stream<|data-live/);
  const player = await read("/radio");
  expect(player).toContain("Live programming from the station stream, or a recorded program while it’s down.");
  for (const page of [home, player]) expect(page).not.toContain("Recorded program<");
  const follower = await followNowPlaying(toNowUrl(FIRST));
  for (const [path, note] of [
    ["/", "The live stream is down."],
    ["/radio", "A recorded program, until the live stream returns."],
  ] as const) {
    const page = await readUntil(
      () => read(path),
      (page) => page.includes("Recorded program<"),
    );
    expect(page).toContain(note);
    expect(page).not.toContain(">Live programming");
    expect(page).not.toMatch(/<h[12][^>]*>Live Radio/);
  }
  expect(await read("/")).toMatch(/<h2[^>]*>Recorded program</);
  for (const path of ["/", "/radio"]) expect(await read(path)).not.toContain("data-live");
  follower.disconnect();
});

it("limits listeners per address and in total", async () => {
  const listenFrom = (address: string) => listen(toStreamUrl("/good"), { "x-forwarded-for": address });
  const two = await Promise.all([listenFrom("198.51.100.1"), listenFrom("198.51.100.1")]);
  const third = await listenFrom("198.51.100.1");
  await third.ended;
  expect([third.status, third.headers["retry-after"]]).toEqual([503, "60"]);
  expect(third.received().toString()).toContain("from your address");
  expect((await listenFrom("198.51.100.2")).status).toBe(200);
  // Players also request titles. These requests have separate limits of the same size, and do not count as listeners.
  const headers = { accept: "text/event-stream", "x-forwarded-for": "198.51.100.1" };
  const followers = [];
  for (let count = 0; count < 3; count++) followers.push(await listen(toNowUrl("/good"), headers));
  expect(followers.map(({ status }) => status)).toEqual([200, 200, 503]);
  for (const follower of followers) follower.disconnect();
  two[0]?.disconnect();
  // Once the server has noticed the disconnect, it accepts another listener from the same address.
  let again = await listenFrom("198.51.100.1");
  while (again.status === 503) again = await listenFrom("198.51.100.1");

  const all = await Promise.all(Array.from({ length: 40 }, () => listen(toStreamUrl("/good"))));
  const refused = all.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  await refused[0]?.ended;
  expect(refused[0]?.received().toString()).toContain("Too many people are listening");
  for (const listener of all) listener.disconnect();
});
