import type { Hono } from "hono";
import type { Editions } from "../../editions/registry.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";

/** Counts the editions' reloads, so that open pages of a preview reload. Starts at the time, so a restart raises it. */
export function countReloads(editions: Pick<Editions, "onChange">): () => number {
  let version = Date.now();
  editions.onChange(() => {
    version++;
  });
  return () => version;
}

export function addPreviewVersion(app: Hono, getVersion: () => number): void {
  app.get("/preview/version", (context) =>
    context.text(String(getVersion()), 200, { "cache-control": CACHE_POLICIES.never }),
  );
}
