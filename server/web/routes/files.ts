import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Handler, Hono } from "hono";
import type { Edition } from "../../editions/load.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";

/** Serves the built scripts, styles and fonts from the first folder that has the file. */
export function addAssets(app: Hono, folders: readonly string[]): void {
  const onFound = (_path: string, context: Context) => context.header("cache-control", CACHE_POLICIES.immutable);
  for (const root of folders) app.use("/assets/*", serveStatic({ root, precompressed: true, onFound }));
  app.get("/assets/*", (context) => context.notFound());
}

/** Serves the files of an edition's `media` folder. */
export function addMedia(app: Hono, editionFor: (request: Request) => Edition): void {
  app.get("/media/:file", (context, next) => {
    const { folder } = editionFor(context.req.raw);
    context.header("cache-control", CACHE_POLICIES.file);
    if (context.req.query("download") !== undefined) {
      const name = context.req.param("file").replace(/[^\w.-]/g, "");
      context.header("content-disposition", `attachment; filename="${name}"`);
    }
    const rewriteRequestPath = (path: string) => path.replace(/^\/media/, "");
    return serveStatic({ root: join(folder, "media"), rewriteRequestPath })(context, next);
  });
}

/** Serves the files of an edition's own typefaces, by the digests of their contents. */
export function addTypefaces(app: Hono, editionFor: (request: Request) => Edition): void {
  app.get("/typefaces/:file{[\\w-]+\\.woff2}", (context) => {
    const digest = context.req.param("file").replace(/\.woff2$/, "");
    const { headlines = [], text = [] } = editionFor(context.req.raw).lookFiles.typefaces;
    const file = [...headlines, ...text].find((file) => file.digest === digest);
    if (!file) return context.notFound();
    return context.body(file.bytes, 200, { "content-type": "font/woff2", "cache-control": CACHE_POLICIES.immutable });
  });
}

/** Responds with the edition's `ads.txt` (IAB Tech Lab), or with 404 if it has none. */
export function createAdsTxtHandler(editionFor: (request: Request) => Edition): Handler {
  return async (context) => {
    const { folder } = editionFor(context.req.raw);
    const text = await readFile(join(folder, "ads.txt"), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return text === null ? context.notFound() : context.text(text, 200, { "cache-control": CACHE_POLICIES.file });
  };
}
