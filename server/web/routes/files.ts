import { basename, dirname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Handler, Hono } from "hono";
import type { Edition } from "../../editions/loading/load.ts";
import { isServedMedia, isSvg } from "../../editions/loading/mediaTypes.ts";
import { FileFault, ignoreMissingFile, openFileInside, readFileInside } from "../../files/filesInside.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";
import { SVG_CONTENT_POLICY } from "../responseHeaders.ts";

/** Maximum size of `ads.txt`, in bytes. */
const MAX_ADS_BYTES = 1_000_000;

/** Serves the built scripts, styles and fonts from the first folder that has the file. */
export function addAssetRoutes(app: Hono, folders: readonly string[]): void {
  const onFound = (_path: string, context: Context) => context.header("cache-control", CACHE_POLICIES.immutable);
  for (const root of folders) app.use("/assets/*", serveStatic({ root, precompressed: true, onFound }));
  app.get("/assets/*", (context) => context.notFound());
}

/** Serves the files of an edition's `media` folder that have an allowed type and are inside of the edition's folder. */
export function addMediaRoute(app: Hono, editionFor: (request: Request) => Edition): void {
  app.get("/media/:file", async (context, next) => {
    const { folder } = editionFor(context.req.raw);
    const file = context.req.param("file");
    const path = isFileName(file) ? await findMedia(folder, file) : undefined;
    if (path === undefined) return context.notFound();
    if (isSvg(path)) context.header("content-security-policy", SVG_CONTENT_POLICY);
    context.header("cache-control", CACHE_POLICIES.file);
    if (context.req.query("download") !== undefined) {
      const name = file.replace(/[^\w.-]/g, "");
      context.header("content-disposition", `attachment; filename="${name}"`);
    }
    return serveStatic({ root: dirname(path), path: basename(path) })(context, next);
  });
}

/** Returns the real path of a file in `media`; undefined if it is missing or must not be served. */
async function findMedia(folder: string, file: string): Promise<string | undefined> {
  if (!isServedMedia(file)) return undefined;
  try {
    await using opened = await openFileInside(folder, join("media", file));
    // Checks the real path, too: a symbolic link with an allowed name may lead to a file of another type.
    return isServedMedia(opened.path) ? opened.path : undefined;
  } catch (error) {
    if (error instanceof FileFault) return undefined;
    throw error;
  }
}

function isFileName(name: string): boolean {
  return !/[/\\\0]/.test(name) && !name.startsWith(".");
}

/** Serves the files of an edition's own typefaces. A file's name in the URL is a digest of its content. */
export function addTypefaceRoute(app: Hono, editionFor: (request: Request) => Edition): void {
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
    const bytes = await readFileInside(folder, "ads.txt", MAX_ADS_BYTES).catch(ignoreMissingFile);
    if (!bytes) return context.notFound();
    return context.text(bytes.toString("utf8"), 200, { "cache-control": CACHE_POLICIES.file });
  };
}
