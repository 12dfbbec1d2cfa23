import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";

/** Folder of the built application. */
const BUILD = "build/desk";
/** Files are named for their content. */
const FOREVER = "private, max-age=31536000, immutable";

/** Serves the application's scripts and styles. They hold nothing that a session protects. */
export function addDeskFiles(app: Hono): void {
  app.use(
    "/assets/*",
    serveStatic({
      root: BUILD,
      precompressed: true,
      onFound: (_path, context) => context.header("cache-control", FOREVER),
    }),
  );
}

/** Answers with the application's page, which shows what its address says. */
export const serveApplication = serveStatic({ root: BUILD, path: "index.html" });
