import type { Hono } from "hono";
import type { Editions } from "../../editions/registry.ts";
import { POLICIES } from "../cacheControl.ts";

/** Counts the reloads of the editions, so that open pages of a preview reload. A new server begins at another number. */
export function countReloads(editions: Pick<Editions, "onChange">): () => number {
  let version = Date.now();
  editions.onChange(() => {
    version++;
  });
  return () => version;
}

export function addPreviewVersion(app: Hono, getVersion: () => number): void {
  app.get("/preview/version", (context) =>
    context.text(String(getVersion()), 200, { "cache-control": POLICIES.never }),
  );
}
