import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selectResponse, toCachedResponse } from "../../server/web/cache/cachedResponse.ts";
import { listen } from "../../server/web/listen.ts";
import type { PageService } from "../../server/web/pageService.ts";
import { exchange, openRaw, undated } from "../support/rawConnection.ts";

/** Tests connections to the server's listener. Responses of a whole site are tested in pageCache.test.ts. */

/** Size of a body, in bytes: more than a connection buffers while its client does not read. */
const BIG = 16_000_000;
const NEWS = "News from the lakefront. ".repeat(2000);
const page = (body: Buffer) =>
  toCachedResponse({ status: 200, headers: { "content-type": "text/html" }, body }, "quick");
const cached = { "/": await page(Buffer.from(NEWS)), "/big": await page(Buffer.alloc(BIG, "x")) };

const PLAIN = "GET / HTTP/1.1\r\nHost: news.example\r\n\r\n";
const LARGE = PLAIN.replace(" / ", " /big ");
const UNCACHED = PLAIN.replace(" / ", " /other ");
const isWhole = (received: string) => received.endsWith("lakefront. ");

type Options = Partial<Parameters<typeof listen>[1]>;

/** Starts a server that has two cached pages, and responds "uncached" to all other requests. */
async function startServer(options: Options = {}) {
  const looked: string[] = [];
  const lookup: PageService["lookup"] = (url, { preconditions }) => {
    looked.push(url);
    const found = cached[url as keyof typeof cached];
    return found && selectResponse(found, preconditions);
  };
  const { port, close } = await listen(
    (request, response) => {
      // A request without a body has already ended, and would fire no event `end`.
      if (request.readableEnded) response.end("uncached");
      else request.resume().on("end", () => response.end("uncached"));
    },
    { port: 0, host: "127.0.0.1", maxConnections: 2000, ...options },
    lookup,
  );
  return { url: `http://127.0.0.1:${port}`, port, close, looked };
}

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe("a connection", () => {
  it("serves cached pages before and after a form", async () => {
    const form = "POST /form HTTP/1.1\r\nHost: news.example\r\nContent-Length: 3\r\n\r\na=b";
    const whole = await exchange(server.url, PLAIN);
    const connection = await openRaw(server.url);
    connection.write(PLAIN);
    await connection.until(isWhole);
    connection.write(form);
    await connection.until((received) => received.endsWith("uncached"));
    connection.write(PLAIN);
    const answers = undated(await connection.finish());
    expect(answers.startsWith(whole)).toBe(true);
    expect(answers.endsWith(whole)).toBe(true);
    expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it("answers pipelined requests in order, cached or not", async () => {
    const answers = await exchange(server.url, PLAIN + UNCACHED + PLAIN.replace("GET", "HEAD") + PLAIN);
    const [first, second, third, fourth] = answers.split("HTTP/1.1 200 OK\r\n").slice(1);
    expect(first).toBe(fourth);
    expect(second).toMatch(/\r\n\r\n8\r\nuncached\r\n0\r\n\r\n$|\r\n\r\nuncached$/);
    expect(third).toBe(first?.slice(0, -NEWS.length));
  });

  it("is read no further while its client does not read, and delays no other", async () => {
    const connection = await openRaw(server.url);
    connection.pause();
    connection.write(LARGE);
    await exchange(server.url, PLAIN);
    const countLarge = () => server.looked.filter((url) => url === "/big").length;
    expect(countLarge()).toBe(1);
    // Waits for a response on another connection after each request, so the server reads each request separately.
    for (let times = 0; times < 5; times++) {
      connection.write(LARGE);
      await exchange(server.url, PLAIN);
    }
    expect(countLarge()).toBeLessThanOrEqual(3);
    connection.resume();
    const answers = await connection.finish();
    expect(answers.split("HTTP/1.1 200 OK")).toHaveLength(7);
    expect(answers.length).toBe(6 * (answers.indexOf("\r\n\r\n") + "\r\n\r\n".length + BIG));
  });

  it("is refused with two Host headers, with no Host, or with bytes that are no HTTP", async () => {
    const refuse = async (text: string) => expect(await exchange(server.url, text)).toMatch(/^HTTP\/1\.1 400 /);
    await refuse("GET / HTTP/1.1\r\nHost: news.example\r\nhost: other.example\r\n\r\n");
    await refuse("GET / HTTP/1.1\r\nAccept: */*\r\n\r\n");
    await refuse("GET / HTTP/1.1\r\nHost: news.example\r\nX-One: 1\n\r\n\0");
    await refuse("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03");
  });

  it("takes the bytes of a body for no request", async () => {
    const smuggled = "GET /smuggled HTTP/1.1\r\nHost: news.example\r\n\r\n";
    const head = "GET / HTTP/1.1\r\nHost: news.example\r\n";
    const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
    await exchange(server.url, `${head}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}${PLAIN}`);
    await exchange(server.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${PLAIN}`);
    await exchange(server.url, `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`);
    await exchange(server.url, `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`);
    expect(server.looked).not.toContain("/smuggled");
    expect((await exchange(server.url, PLAIN + smuggled)).endsWith("uncached")).toBe(true);
    expect(server.looked).toContain("/smuggled");
  });

  it("is closed after a response to HTTP/1.0, or if the client says so", async () => {
    for (const text of [PLAIN.replace("1.1", "1.0"), PLAIN.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")]) {
      const connection = await openRaw(server.url);
      connection.write(text);
      expect(await connection.ended()).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n/i);
    }
  });

  it("is answered 408 if it never sends a request, or only a part of one", async () => {
    const timeouts = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 20 };
    const short = await startServer({ timeouts: { ...timeouts, keepAliveTimeout: 75_000, stalledTimeout: 60_000 } });
    const [silent, half] = await Promise.all([openRaw(short.url), openRaw(short.url)]);
    half.write(PLAIN.slice(0, 20));
    expect(await silent.ended()).toMatch(/^HTTP\/1\.1 408 /);
    expect(await half.ended()).toMatch(/^HTTP\/1\.1 408 /);
    await short.close();
  });

  it("leaves nothing behind when the client resets it", async () => {
    const other = await startServer();
    const texts = ["", PLAIN, PLAIN.slice(0, 20), LARGE, UNCACHED];
    const connections = await Promise.all(Array.from({ length: 250 }, () => openRaw(other.url)));
    for (const [index, connection] of connections.entries()) {
      if (index % 2) connection.pause();
      connection.write(texts[index % texts.length] ?? "");
    }
    await Promise.all(connections.map((connection) => connection.reset()));
    // `close` resolves at once if no connection is left. Otherwise it closes the open connections after 10 s.
    const overdue = performance.now() + 9000;
    await other.close();
    expect(performance.now()).toBeLessThan(overdue);
  });
});

/** Longest time, in seconds, for which common proxies reuse an idle connection to a server behind them. */
const PROXY_KEEP_ALIVE_S = 60;

// If the server closed an idle connection before the proxy does, a request sent at that moment would fail.
describe("an idle connection", () => {
  it.each([
    ["a cached page", [PLAIN]],
    ["a cached page requested in two parts", [PLAIN.slice(0, 20), PLAIN.slice(20)]],
    ["any other response", [UNCACHED]],
  ])("is kept for longer than proxies reuse it, after %s", async (_name, parts) => {
    const connection = await openRaw(server.url);
    for (const part of parts) {
      connection.write(part);
      await exchange(server.url, PLAIN);
    }
    const seconds = Number(/^Keep-Alive: timeout=(\d+)\r$/m.exec(await connection.finish())?.[1]);
    expect(seconds).toBeGreaterThan(PROXY_KEEP_ALIVE_S);
  });

  it("answers a request that arrived while the process was busy past the timeout", async () => {
    const timeouts = {
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5000,
      stalledTimeout: 60_000,
      keepAliveTimeout: 250,
      keepAliveTimeoutBuffer: 1,
    };
    const short = await startServer({ timeouts });
    for (const text of [PLAIN, UNCACHED]) {
      const connection = await openRaw(short.url);
      connection.write(text);
      const answer = await connection.until((received) => isWhole(received) || received.includes("uncached"));
      connection.write(text);
      for (const end = performance.now() + 500; performance.now() < end; );
      expect((await connection.ended()).length).toBeGreaterThan(answer.length);
    }
    await short.close();
  });
});

describe("closing", () => {
  it("disconnects idle clients at once, and others when their response is sent", async () => {
    const { url, close } = await startServer();
    const [idle, slow] = await Promise.all([openRaw(url), openRaw(url)]);
    slow.pause();
    slow.write(LARGE);
    idle.write(PLAIN);
    await idle.until(isWhole);
    await exchange(url, PLAIN);
    const closed = close();
    slow.resume();
    expect((await slow.ended()).length).toBeGreaterThan(BIG);
    expect(isWhole(await idle.ended())).toBe(true);
    await closed;
  });

  it("answers the first request of a new connection, and disconnects those that send none", async () => {
    const { url, close } = await startServer();
    const [silent, late] = await Promise.all([openRaw(url), openRaw(url)]);
    // Once the server responds on a later connection, it has accepted the connections `silent` and `late`.
    await exchange(url, PLAIN);
    const closed = close();
    // Waits until `close` has read the requests that had already arrived. Only then does `late` send a request.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    late.write(PLAIN);
    expect(await late.ended()).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n/i);
    expect(await silent.ended()).toBe("");
    await closed;
  });

  it("answers requests that had begun, with Connection: close", async () => {
    const { url, close } = await startServer();
    const [half, arrived] = await Promise.all([openRaw(url), openRaw(url)]);
    half.write(PLAIN.slice(0, 20));
    arrived.write(PLAIN);
    await arrived.until(isWhole);
    await exchange(url, PLAIN);
    arrived.write(PLAIN);
    const closed = close();
    half.write(PLAIN.slice(20));
    expect(await half.ended()).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n/i);
    expect((await arrived.ended()).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
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
    const short = await startServer({ timeouts });
    const [sender, reader] = await Promise.all([openRaw(short.url), openRaw(short.url)]);
    sender.write("POST /form HTTP/1.1\r\nHost: a.example\r\nContent-Length: 1000\r\n\r\nname=");
    reader.write(LARGE);
    reader.pause();
    expect(await sender.ended()).toMatch(/^HTTP\/1\.1 408 /);
    // Waits until the server has disconnected the stalled reader. After 10 s, `close` would disconnect any reader.
    const overdue = performance.now() + 9000;
    await short.close();
    expect(performance.now()).toBeLessThan(overdue);
    reader.resume();
    expect((await reader.ended()).length).toBeLessThan(BIG);
  });

  it("finds no more connections than the limit", async () => {
    const { url, close } = await startServer({ maxConnections: 2 });
    const first = await Promise.all([openRaw(url), openRaw(url)]);
    const third = await openRaw(url);
    expect(await third.ended()).toBe("");
    for (const connection of first) {
      connection.write(PLAIN);
      expect(await connection.finish()).toMatch(/^HTTP\/1\.1 200 /);
    }
    await close();
  });
});
