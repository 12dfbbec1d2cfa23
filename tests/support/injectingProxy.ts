import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A proxy that adds markup to a site's pages, as if a feed's markup had passed the sanitizer. */
export interface Injector {
  url: string;
  /** Statuses and paths of the site's responses so far. */
  responses: string[];
  close(): Promise<void>;
}

/** @param markup added to the end of every page; the policy in the page's headers stays unchanged */
export async function startInjector(site: string, markup: string): Promise<Injector> {
  const responses: string[] = [];
  const server = createServer((request, response) => {
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const forwarded = forward(site + request.url, { method: request.method, headers }, async (siteResponse) => {
      responses.push(`${siteResponse.statusCode} ${request.url}`);
      const isPage = siteResponse.headers["content-type"]?.startsWith("text/html") && siteResponse.statusCode === 200;
      const { "content-length": length, ...headersOfPage } = siteResponse.headers;
      response.writeHead(siteResponse.statusCode ?? 502, isPage ? headersOfPage : siteResponse.headers);
      if (isPage) response.end((await text(siteResponse)).replace("</body>", `${markup}</body>`));
      else siteResponse.pipe(response);
    });
    request.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
