import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { selectResponse, toCachedResponse } from "../../server/web/cache/cachedResponse.ts";
import { KEEP_ALIVE_MS } from "../../server/web/cache/rawResponse.ts";
import { createFastPath, type FastPath } from "../../server/web/fastPath/fastPath.ts";
import type { PageService } from "../../server/web/pageService.ts";

/** A server with a few cached pages, which reports how node:http parsed every other request. */
interface TestSite {
  lookup: PageService["lookup"];
  listener: RequestListener;
  /** Number of requests that node:http parsed. */
  parsedByNode(): number;
  /** Number of cache lookups. */
  lookups(): number;
}

export interface TestServer extends TestSite {
  url: string;
  server: Server;
  fastPath: FastPath | undefined;
  close(): Promise<void>;
}

/** More bytes than a connection buffers while its client does not read. */
export const BIG = 16_000_000;

const MODIFIED = "Mon, 20 Apr 2026 12:00:00 GMT";
const page = (status: number, body: Buffer) =>
  toCachedResponse({ status, headers: { "content-type": "text/html", "last-modified": MODIFIED }, body }, "quick");
const cached = {
  "/": await page(200, Buffer.from("News from the lakefront. ".repeat(2000))),
  "/big": await page(200, Buffer.alloc(BIG, "x")),
  "/nothing": await page(404, Buffer.from("There is nothing here.")),
};

/** The ETag of the page at "/". */
export const ETAG = cached["/"].etag;

export function createTestSite(): TestSite {
  let [parsed, lookups] = [0, 0];
  const lookup: PageService["lookup"] = (url, { preconditions }) => {
    lookups++;
    const found = cached[url as keyof typeof cached];
    return found && selectResponse(found, preconditions);
  };
  return {
    lookup,
    listener(request, response) {
      parsed++;
      const { method, url = "", headers, rawHeaders, socket } = request;
      const preconditions = {
        acceptEncoding: headers["accept-encoding"]?.toString(),
        ifNoneMatch: headers["if-none-match"],
        ifModifiedSince: headers["if-modified-since"],
      };
      const isRead = method === "GET" || method === "HEAD";
      const found =
        isRead &&
        lookup(url, { host: headers.host ?? "", peer: "", forwarded: {}, accept: headers.accept, preconditions });
      if (!found) return response.end(JSON.stringify({ method, url, rawHeaders, from: socket.remoteAddress }));
      response.writeHead(found.status, found.headers);
      response.end(method === "HEAD" ? null : found.body);
    },
    parsedByNode: () => parsed,
    lookups: () => lookups,
  };
}

export async function startTestServer(hasFastPath: boolean, options: ServerOptions = {}): Promise<TestServer> {
  const site = createTestSite();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ...options }, site.listener);
  const fastPath = hasFastPath ? createFastPath(server, site.lookup) : undefined;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...site,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    fastPath,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        fastPath?.destroy();
      }),
  };
}

/** Returns a request for the front page with these header lines. */
export const request = (...lines: string[]) =>
  `GET / HTTP/1.1\r\nHost: news.example\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`;
export const PLAIN = request();
export const FIREFOX = request(
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
  "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language: en-US,en;q=0.9",
  "Accept-Encoding: gzip, deflate, br, zstd",
  "DNT: 1",
  "Connection: keep-alive",
  "Cookie: other=1",
  "Upgrade-Insecure-Requests: 1",
  "Sec-Fetch-Dest: document",
  "Priority: u=0, i",
);
