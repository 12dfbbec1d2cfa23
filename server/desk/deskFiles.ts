import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";

/** Folder of the built application. */
export const DESK_BUILD = "build/desk";
/** Files are named for their content. */
const FOREVER = "private, max-age=31536000, immutable";

/** Serves the application's scripts and styles. They hold nothing that a session protects. */
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
