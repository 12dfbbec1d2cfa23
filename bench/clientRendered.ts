import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { toPublicEdition } from "../server/editions/derived/publicEdition.ts";
import { loadEditions } from "../server/editions/loading/load.ts";
import { feedPath } from "../tests/support/sectionFeeds.ts";
import { temporaryFolder } from "../tests/support/site.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

/**
 * Builds and serves a client-rendered front page (bench/clientRendered). The server also serves the images and acts as
 * the relay, so that the page needs no connection to another host.
 *
 * @param feedHost URL of the feed host
 */
export async function serveBaseline(feedHost: string): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await temporaryFolder();
  const [edition] = await loadEditions("editions");
  if (!edition) throw new Error("There is no edition.");
  const feeds = Object.fromEntries(edition.sections.map(({ slug }) => [slug, feedHost + feedPath(slug)]));
  await build({
    configFile: false,
    root: "bench/clientRendered",
    logLevel: "error",
    base: "/",
    define: { BASELINE: JSON.stringify({ edition: toPublicEdition(edition, Date.now(), true), feeds }) },
    build: { outDir: folder.path, emptyOutDir: true, assetsInlineLimit: 0 },
    oxc: { jsx: { runtime: "automatic" } },
  });
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://baseline");
    if (pathname === "/relay") {
      const contents = await (await fetch(searchParams.get("url") ?? "")).text();
      const body = brotliCompressSync(JSON.stringify({ contents, status: { http_code: 200 } }));
      return response.writeHead(200, { "content-type": "application/json", "content-encoding": "br" }).end(body);
    }
    const [, image] = /^\/scenes\/\w+\/\w+\/(.+)\.svg$/.exec(pathname) ?? [];
    if (image) {
      const bytes = await (await fetch(decodeURIComponent(image))).bytes();
      return response.writeHead(200, { "content-type": "image/jpeg" }).end(bytes);
    }
    const file = join(folder.path, pathname === "/" ? "index.html" : pathname);
    const bytes = await readFile(file).catch(() => null);
    if (!bytes) return response.writeHead(404).end();
    const isCompressed = /\.(html|js|css)$/.test(file);
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      ...(isCompressed && { "content-encoding": "br" }),
    });
    response.end(isCompressed ? brotliCompressSync(bytes) : bytes);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await folder.remove();
    },
  };
}
