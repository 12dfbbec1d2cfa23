import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { type Asked, finish, type Sent, send } from "../../server/web/cache/kept.ts";
import { type FrontDoor, openFrontDoor } from "../../server/web/fastPath/fastPath.ts";

/** What has some pages kept, and tells of every other request how node:http understood it. */
interface TestSite {
  look(url: string, asked: Asked): Sent | undefined;
  listener: RequestListener;
  /** How many requests node:http read. */
  read(): number;
  /** How often something kept was looked for. */
  looked(): number;
}

/** Such a site, and the server before it. */
export interface TestServer extends TestSite {
  url: string;
  server: Server;
  door: FrontDoor | undefined;
  close(): Promise<void>;
}

/** More than what a connection takes on that nobody reads from. */
export const BIG = 16_000_000;

const MODIFIED = "Mon, 20 Apr 2026 12:00:00 GMT";
const page = (status: number, body: Buffer) =>
  finish(
    { status, headers: { "content-type": "text/html", "last-modified": MODIFIED }, body, tags: new Set() },
    "quick",
  );
const kept = {
  "/": await page(200, Buffer.from("News from the lakefront. ".repeat(2000))),
  "/big": await page(200, Buffer.alloc(BIG, "x")),
  "/nothing": await page(404, Buffer.from("There is nothing here.")),
};

/** The tag of the page that is kept at "/". */
export const ETAG = kept["/"].etag;

export function testSite(): TestSite {
  let [read, looked] = [0, 0];
  const look = (url: string, { wish }: Asked): Sent | undefined => {
    looked++;
    const finished = kept[url as keyof typeof kept];
    return finished && send(finished, wish);
  };
  return {
    look,
    listener(request, response) {
      read++;
      const { method, url = "", headers, rawHeaders, socket } = request;
      const wish = {
        acceptEncoding: headers["accept-encoding"]?.toString(),
        ifNoneMatch: headers["if-none-match"],
        ifModifiedSince: headers["if-modified-since"],
      };
      const isAsking = method === "GET" || method === "HEAD";
      const sent = isAsking && look(url, { host: headers.host ?? "", accept: headers.accept, wish });
      if (!sent) return response.end(JSON.stringify({ method, url, rawHeaders, from: socket.remoteAddress }));
      response.writeHead(sent.status, sent.head);
      response.end(method === "HEAD" ? null : sent.body);
    },
    read: () => read,
    looked: () => looked,
  };
}

/** @param isFronted whether with the door before it */
export async function startServer(isFronted: boolean, options: ServerOptions = {}): Promise<TestServer> {
  const site = testSite();
  const server = createServer(options, site.listener);
  const door = isFronted ? openFrontDoor(server, site.look) : undefined;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...site,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    door,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        door?.destroy();
      }),
  };
}
