import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A proxy that adds markup to a site's pages, as if a feed had got it past the cleaning. */
export interface Injector {
  url: string;
  /** Status and path of each response of the site. */
  answers: string[];
  close(): Promise<void>;
}

/** @param markup inserted at the end of every page; its headers stay the same */
export async function startInjector(site: string, markup: string): Promise<Injector> {
  const answers: string[] = [];
  const server = createServer((request, response) => {
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const onward = forward(site + request.url, { method: request.method, headers }, async (answer) => {
      answers.push(`${answer.statusCode} ${request.url}`);
      const isPage = answer.headers["content-type"]?.startsWith("text/html") && answer.statusCode === 200;
      const { "content-length": length, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, isPage ? kept : answer.headers);
      if (isPage) response.end((await text(answer)).replace("</body>", `${markup}</body>`));
      else answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
