import type { Hono } from "hono";
import type { Editions } from "../../editions/loading/registry.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";

/**
 * Returns a function that returns a number, which rises with each reload of the editions. Open pages of a preview then
 * reload. The first number is the current time, so that a restart raises the number, too.
 */
export function countReloads(editions: Pick<Editions, "onChange">): () => number {
  let version = Date.now();
  editions.onChange(() => {
    version++;
  });
  return () => version;
}

export function addPreviewVersionRoute(app: Hono, getVersion: () => number): void {
  app.get("/preview/version", (context) =>
    context.text(String(getVersion()), 200, { "cache-control": CACHE_POLICIES.never }),
  );
}
