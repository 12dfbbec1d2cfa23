import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";

/** Folder of the built application. */
export const DESK_BUILD = "build/desk";
/** `Cache-Control` for a year, since each file's name contains a hash of its content. */
const FOREVER = "private, max-age=31536000, immutable";

/** Serves the application's scripts and styles. They contain nothing that needs a session. */
export function addDeskFiles(app: Hono): void {
  app.use(
    "/assets/*",
    serveStatic({
      root: DESK_BUILD,
      precompressed: true,
      onFound: (_path, context) => context.header("cache-control", FOREVER),
    }),
  );
}
