import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeIfIdle } from "../../server/web/fastPath/fastPath.ts";
import { listen } from "../../server/web/listen.ts";
import {
  BIG,
  createTestSite,
  FIREFOX,
  PLAIN,
  request,
  startTestServer,
  type TestServer,
} from "../support/fastPathServer.ts";
import { exchange, openRaw, undated } from "../support/rawConnection.ts";

/** Connections to the server, whether the fast path or node:http answers. Responses are in fastPath.test.ts. */

let fast: TestServer;
let node: TestServer;

beforeAll(async () => {
  [fast, node] = await Promise.all([startTestServer(true), startTestServer(false)]);
});
afterAll(async () => {
  await Promise.all([fast.close(), node.close()]);
});

describe("a connection", () => {
  it("serves plain requests until another one hands it to node:http", async () => {
    const [before, whole] = [fast.parsedByNode(), (await exchange(node.url, FIREFOX)).length];
    const connection = await openRaw(fast.url);
    let length = 0;
    for (const text of [FIREFOX, FIREFOX, request("Range: bytes=0-1", "Accept-Encoding: br"), FIREFOX, FIREFOX]) {
      connection.write(text);
      length += whole;
      await connection.until((received) => undated(received).length >= length);
    }
    expect(undated(await connection.finish()).length).toBe(length);
    expect(fast.parsedByNode() - before).toBe(3);
  });

  it("whose client does not read gets no second response, and delays no other", async () => {
    const connection = await openRaw(fast.url);
    const big = PLAIN.replace(" / ", " /big ");
    connection.pause();
    connection.write(big);
    await exchange(fast.url, PLAIN);
    const before = fast.lookups();
    connection.write(big);
    await exchange(fast.url, PLAIN);
    expect(fast.lookups()).toBe(before + 1);
    connection.resume();
    const answers = await connection.finish();
    expect(answers.split("HTTP/1.1 200 OK")).toHaveLength(3);
    expect(answers.length).toBe(2 * (answers.indexOf("\r\n\r\n") + "\r\n\r\n".length + BIG));
    expect(fast.lookups()).toBe(before + 2);
  });

  it("is closed when idle after keepAliveTimeout, and answered 408 if it never sent a request", async () => {
    // Longer than a busy machine takes from the connection to the request.
    const limits = {
      keepAliveTimeout: 1000,
      keepAliveTimeoutBuffer: 1,
      headersTimeout: 1000,
      connectionsCheckingInterval: 20,
    };
    const short = await startTestServer(true, limits);
    const [silent, idle, half] = await Promise.all([openRaw(short.url), openRaw(short.url), openRaw(short.url)]);
    idle.write(PLAIN);
    half.write(PLAIN.slice(0, 20));
    expect(await idle.ended()).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(await silent.ended()).toMatch(/^HTTP\/1\.1 408 /);
    expect(await half.ended()).toMatch(/^HTTP\/1\.1 408 /);
    await short.close();
  });

  it("leaves nothing behind when the client resets it", async () => {
    const count = () => new Promise<number>((resolve) => fast.server.getConnections((_error, open) => resolve(open)));
    const texts = ["", PLAIN, PLAIN.slice(0, 20), PLAIN.replace(" / ", " /big "), PLAIN.replace(" / ", " /other ")];
    for (let round = 0; round < 4; round++) {
      const connections = await Promise.all(Array.from({ length: 250 }, () => openRaw(fast.url)));
      for (const [index, connection] of connections.entries()) {
        if (index % 2) connection.pause();
        connection.write(texts[index % texts.length] ?? "");
      }
      await Promise.all(connections.map((connection) => connection.reset()));
    }
    while ((await count()) > 0) await exchange(fast.url, PLAIN);
  });
});

/** Longest time, in seconds, for which common proxies reuse an idle connection to a server behind them. */
const PROXY_KEEP_ALIVE_S = 60;

// Had the server closed an idle connection first, a request that was sent at that moment would fail.
describe("an idle connection", () => {
  const readKeepAlive = (response: string) => Number(/^Keep-Alive: timeout=(\d+)\r$/m.exec(response)?.[1]);

  it.each(["the fast path", "node:http"])("of %s stays open for longer than its response promises", async (name) => {
    const { server, url } = name === "node:http" ? node : fast;
    const connected: Promise<Socket[]> = once(server, "connection");
    const connection = await openRaw(url);
    const [socket] = await connected;
    connection.write(PLAIN);
    const seconds = readKeepAlive(await connection.until((received) => received.endsWith("lakefront. ")));
    expect(seconds).toBeGreaterThan(PROXY_KEEP_ALIVE_S);
    // By the response to another request, the server has finished this one, too.
    await exchange(url, PLAIN);
    expect(socket?.timeout).toBeGreaterThan(seconds * 1000);
    connection.write(PLAIN);
    expect((await connection.finish()).split("HTTP/1.1 200 OK")).toHaveLength(3);
  });

  it.each([
    ["the fast path", PLAIN],
    ["node:http", PLAIN.replace(" / ", " /other ")],
  ])("of %s answers a request that arrived while the process was busy past the timeout", async (_, text) => {
    const short = await startTestServer(true, { keepAliveTimeout: 60, keepAliveTimeoutBuffer: 1 });
    short.server.setTimeout(60, closeIfIdle);
    const connection = await openRaw(short.url);
    connection.write(text);
    const answer = await connection.until((received) => received.includes("\r\n\r\n"));
    connection.write(text);
    for (const end = performance.now() + 200; performance.now() < end; );
    expect((await connection.ended()).length).toBeGreaterThan(answer.length);
    await short.close();
  });

  it("is kept for 75 s by the site's server, however the request arrives", async () => {
    const { lookup, listener } = createTestSite();
    const listening = await listen(listener, { port: 0, host: "127.0.0.1", maxConnections: 100 }, lookup);
    for (const parts of [[PLAIN], [PLAIN.slice(0, 20), PLAIN.slice(20)], [PLAIN.replace(" / ", " /other ")]]) {
      const connection = await openRaw(`http://127.0.0.1:${listening.port}`);
      for (const part of parts) {
        connection.write(part);
        await exchange(`http://127.0.0.1:${listening.port}`, PLAIN);
      }
      expect(readKeepAlive(await connection.finish())).toBe(75);
    }
    await listening.close();
  });
});

describe("closing", () => {
  it("disconnects idle clients at once, and others when their response is sent", async () => {
    const { url, server, fastPath, close } = await startTestServer(true, { keepAliveTimeout: 3_600_000 });
    const [idle, slow] = await Promise.all([openRaw(url), openRaw(url)]);
    slow.pause();
    slow.write(PLAIN.replace(" / ", " /big "));
    idle.write(PLAIN);
    await idle.until((received) => received.endsWith("lakefront. "));
    await exchange(url, PLAIN);
    const closed = new Promise((resolve) => server.close(resolve));
    fastPath?.close();
    await idle.ended();
    slow.resume();
    expect((await slow.ended()).length).toBeGreaterThan(BIG);
    await closed;
    await close();
  });

  it("answers the first request of a new connection, and disconnects those that send none", async () => {
    const { lookup, listener } = createTestSite();
    const listening = await listen(listener, { port: 0, host: "127.0.0.1", maxConnections: 100 }, lookup);
    const url = `http://127.0.0.1:${listening.port}`;
    const [silent, late] = await Promise.all([openRaw(url), openRaw(url)]);
    // The server has accepted both when it answers a later connection.
    await exchange(url, PLAIN);
    const closed = listening.close();
    // By now, the server has read all connections once more.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    late.write(PLAIN);
    expect(await late.ended()).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n/i);
    expect(await silent.ended()).toBe("");
    await closed;
  });

  it("answers requests that had begun, with Connection: close", async () => {
    const { lookup, listener } = createTestSite();
    const listening = await listen(listener, { port: 0, host: "127.0.0.1", maxConnections: 100 }, lookup);
    const half = await openRaw(`http://127.0.0.1:${listening.port}`);
    half.write(PLAIN.slice(0, 20));
    await exchange(`http://127.0.0.1:${listening.port}`, PLAIN);
    const closed = listening.close();
    half.write(PLAIN.slice(20));
    expect(await half.ended()).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n/i);
    await closed;
  });
});

describe("a slow client", () => {
  const timeouts = {
    headersTimeout: 200,
    requestTimeout: 300,
    connectionsCheckingInterval: 50,
    keepAliveTimeout: 75_000,
    stalledTimeout: 400,
  };

  it("is disconnected if it does not send its request, or does not read its response", async () => {
    const { lookup } = createTestSite();
    const listening = await listen(
      (request, response) => {
        if (request.method === "POST") request.resume().on("end", () => response.end("taken"));
        else response.end(Buffer.alloc(64 * 1024 * 1024));
      },
      { port: 0, host: "127.0.0.1", maxConnections: 3, timeouts },
      lookup,
    );
    const url = `http://127.0.0.1:${listening.port}`;
    const [sender, reader] = await Promise.all([openRaw(url), openRaw(url)]);
    sender.write("POST /form HTTP/1.1\r\nHost: a.example\r\nContent-Length: 1000\r\n\r\nname=");
    reader.write("GET /large HTTP/1.1\r\nHost: a.example\r\n\r\n");
    reader.pause();
    expect(await sender.ended()).toMatch(/^HTTP\/1\.1 408 /);
    // By then the stalled reader has been disconnected, too, or this would not resolve.
    await listening.close();
    reader.resume();
    expect((await reader.ended()).length).toBeLessThan(64 * 1024 * 1024);
  });

  it("finds no more connections than the limit", async () => {
    const { lookup, listener } = createTestSite();
    const listening = await listen(listener, { port: 0, host: "127.0.0.1", maxConnections: 2 }, lookup);
    const url = `http://127.0.0.1:${listening.port}`;
    const first = await Promise.all([openRaw(url), openRaw(url)]);
    const third = await openRaw(url);
    expect(await third.ended()).toBe("");
    for (const connection of first) {
      connection.write("GET / HTTP/1.1\r\nHost: news.example\r\n\r\n");
      expect(await connection.finish()).toMatch(/^HTTP\/1\.1 200 /);
    }
    await listening.close();
  });
});
