import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** A server with hostile feeds, one per path. */
export interface BombHost {
  allowed: string;
  paths: readonly string[];
  url(path: string): string;
  /** Starts serving the feeds. Before this call, every path responds with status 404. */
  arm(): void;
  close(): Promise<void>;
}

const HEAD = '<?xml version="1.0"?><rss version="2.0"><channel><title>Bomb</title>';
const TAIL = "</channel></rss>";
const MIB = 1024 * 1024;

const BOMBS: Record<string, (response: ServerResponse) => void> = {
  /** "A billion laughs": nine levels of entities, each ten times as large as the one before. */
  "/entities": (response) => {
    const entities = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);
    const doctype = `<!DOCTYPE lolz [<!ENTITY l0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">${entities.join("")}]>`;
    response.end(`${doctype}${HEAD}<item><title>&l9;&file;</title></item>${TAIL}`);
  },
  /** Ten gigabytes of zeros, as a thousand concatenated gzip members of ten megabytes. */
  "/gzip": (response) => {
    const member = gzipSync(Buffer.alloc(10 * MIB));
    response.writeHead(200, { "content-encoding": "gzip" });
    let sent = 0;
    const more = () => {
      while (sent++ < 1000) if (!response.write(member)) return void response.once("drain", more);
      response.end();
    };
    more();
  },
  "/items": (response) => response.end(`${HEAD}${"<item/>".repeat(1_000_000)}${TAIL}`),
  "/full-items": (response) => response.end(`${HEAD}${"<item><title>x</title></item>".repeat(500_000)}${TAIL}`),
  "/json-items": (response) =>
    response.end(`{"version":"https://jsonfeed.org/version/1.1","items":[${"{},".repeat(999_999)}{}]}`),
  /** 15 MB of JSON that needs hundreds of MB of memory. Parsing the JSON in a worker thread would abort the process. */
  "/json-empty-items": (response) => response.end(`[${"{},".repeat(5_000_000)}{}]`),
  "/nesting": (response) => response.end(`${HEAD}${"<a>".repeat(4_000_000)}`),
  "/attributes": (response) =>
    response.end(`${HEAD}<item ${Array.from({ length: 500_000 }, (_, index) => `a${index}="1"`).join(" ")}/>${TAIL}`),
  "/markup": (response) =>
    response.end(`${HEAD}<item><description><![CDATA[${"<b><p>x".repeat(1_500_000)}]]></description></item>${TAIL}`),
  "/endless": (response) => {
    const more = () => {
      while (response.write(Buffer.alloc(64 * 1024, "x")));
      response.once("drain", more);
    };
    more();
  },
  "/drip": (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("<"), 1000);
    response.on("close", () => clearInterval(timer));
  },
  "/redirects": (response) => response.writeHead(302, { location: `/redirects?${Math.random()}` }).end(),
  "/header": (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(MIB)}\r\ncontent-length: 0\r\n\r\n`);
  },
};

export async function startBombHost(): Promise<BombHost> {
  let isArmed = false;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://bombs").pathname;
    response.on("error", () => {});
    const bomb = isArmed ? BOMBS[path] : undefined;
    (bomb ?? ((unknown) => void unknown.writeHead(404).end()))(response);
  });
  server.listen(0, "127.0.0.2");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    allowed: `127.0.0.2:${port}`,
    paths: Object.keys(BOMBS),
    url: (path) => `http://127.0.0.2:${port}${path}`,
    arm() {
      isArmed = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
