import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { listen } from "../support/radioListener.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { MP3_HEAD, type Play, type StationHost, send, startStationHost } from "../support/stationHost.ts";
import { watchNow } from "../support/watchNow.ts";

/** What a station's server may do in place of streaming. Each is a station of its own, by its path. */

const low = await readFile("editions/chicago/media/loop-44100.mp3");
const high = await readFile("editions/chicago/media/loop-48000.mp3");
const BYTES_A_SECOND = 5000;
let changing: Socket | null = null;

const BROKEN: Record<string, Play> = {
  "/404": (socket) => socket.end("HTTP/1.0 404 Not Found\r\nContent-Type: audio/mpeg\r\n\r\nno such mount"),
  "/500": (socket) => socket.end("HTTP/1.0 500 Internal Server Error\r\n\r\n"),
  "/page": (socket) => socket.end("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Sign in to Wi-Fi</h1>"),
  "/silent": (socket) => socket.write(MP3_HEAD),
  "/half-open": () => {},
  "/zeros": (socket) => {
    socket.write(MP3_HEAD);
    send(socket, Buffer.alloc(100_000), 16_000);
  },
  "/around": (socket) => socket.end("HTTP/1.0 302 Found\r\nLocation: /around\r\n\r\n"),
  "/inside": (socket) => socket.end("HTTP/1.0 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n"),
};
const SOUND: Record<string, Play> = {
  "/moved": (socket) => socket.end("HTTP/1.0 302 Found\r\nLocation: /moved-here\r\n\r\n"),
  "/good": playWell,
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
    send(socket, Buffer.concat(parts), BYTES_A_SECOND);
  },
  "/changing": (socket) => {
    changing = socket;
    socket.write(MP3_HEAD);
    socket.write(low.subarray(0, 20_000));
  },
};

function playWell(socket: Socket) {
  socket.write(MP3_HEAD);
  send(socket, low, BYTES_A_SECOND);
}

const PATHS = [...Object.keys(BROKEN), ...Object.keys(SOUND)];
const portOf = (path: string) => 9000 + PATHS.indexOf(path);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: StationHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startStationHost({ ...BROKEN, ...SOUND, "/moved-here": playWell });
  const stations = PATHS.map((path) => ({ port: portOf(path), name: `Station ${path}`, url: host.url(path) }));
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    ...{ feeds: () => [], relays: [] },
    radio: { stations, caps: { listeners: 40, perAddress: 2 } },
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
});

afterAll(async () => {
  await site?.stop();
  await host?.close();
  await folder?.remove();
});

const stream = (path: string) => `${site.url}/api/stream?port=${portOf(path)}`;
const nowUrl = (path: string) => `${site.url}/api/radio/now?port=${portOf(path)}`;

it.each(Object.keys(BROKEN).map((path) => [path]))(
  "plays the loop to those who listen to %s, and tries it again",
  async (path) => {
    const [listener, watcher] = await Promise.all([listen(stream(path)), watchNow(nowUrl(path))]);
    expect([listener.status, listener.headers["content-type"]]).toEqual([200, "audio/mpeg"]);
    await listener.hears((bytes) => bytes.includes(low.subarray(15_000, 15_200)));
    await watcher.says(({ now }) => now.state === "loop");
    await host.isAsked(path, 2);
    listener.leave();
    watcher.leave();
  },
);

it.each([["/moved"], ["/good"], ["/chunked"], ["/shoutcast"]])("plays %s", async (path) => {
  const [listener, watcher] = await Promise.all([listen(stream(path)), watchNow(nowUrl(path))]);
  await watcher.says(({ now }) => now.state === "live");
  await listener.hears((bytes) => bytes.includes(low.subarray(6000, 6200)));
  expect(host.asked(path)).toBe(1);
  listener.leave();
  watcher.leave();
});

it("reads a title in the letters of old servers", async () => {
  const watcher = await watchNow(nowUrl("/shoutcast"));
  const { now } = await watcher.says(({ now }) => now.title !== null);
  expect([now.artist, now.title]).toEqual(["Queensrÿche", "Empire"]);
  watcher.leave();
});

it("ends a response whose format changes, and plays the new format to those who ask anew", async () => {
  const listener = await listen(stream("/changing"));
  await listener.hears((bytes) => bytes.length > 15_000);
  changing?.write(high.subarray(0, 40_000));
  await listener.ended;
  expect(listener.heard().includes(high.subarray(2000, 2200))).toBe(false);
  const again = await listen(stream("/changing"));
  await again.hears((bytes) => bytes.includes(high.subarray(30_000, 30_200)));
  again.leave();
});

it("refuses a port that is no station's, and says which are", async () => {
  for (const query of ["", "?port=", "?port=80", "?port=9000.0", "?port=__proto__", "?port=9000%20"]) {
    const answer = await fetch(`${site.url}/api/stream${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("there is: 9000, 9001");
  }
});

it("answers HEAD and questions before a request, and refuses to be written to", async () => {
  const head = await fetch(stream("/good"), { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect((await fetch(stream("/good"), { method: "OPTIONS" })).headers.get("access-control-allow-origin")).toBe("*");
  const post = await fetch(stream("/good"), { method: "POST", body: "x" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

it("gives other players its address", async () => {
  const m3u = await fetch(`${site.url}/api/radio/listen.m3u?port=9001`);
  expect(m3u.headers.get("content-type")).toContain("mpegurl");
  expect(await m3u.text()).toContain(`${site.url}/api/stream?port=9001`);
  const pls = await (await fetch(`${site.url}/api/radio/listen.pls`)).text();
  expect(pls).toContain(`File1=${site.url}/api/stream?port=9000`);
});

it("has room for so many from one address, and for so many in all", async () => {
  const from = (address: string) => listen(stream("/good"), { "x-forwarded-for": address });
  const two = await Promise.all([from("198.51.100.1"), from("198.51.100.1")]);
  const third = await from("198.51.100.1");
  await third.ended;
  expect([third.status, third.headers["retry-after"]]).toEqual([503, "60"]);
  expect(third.heard().toString()).toContain("from your address");
  expect((await from("198.51.100.2")).status).toBe(200);
  two[0]?.leave();
  // The place is free as soon as the server hears of it.
  let again = await from("198.51.100.1");
  while (again.status === 503) again = await from("198.51.100.1");

  const all = await Promise.all(Array.from({ length: 40 }, () => listen(stream("/good"))));
  const refused = all.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  await refused[0]?.ended;
  expect(refused[0]?.heard().toString()).toContain("As many people are listening");
  for (const listener of all) listener.leave();
});
