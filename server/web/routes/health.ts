import type { Hono } from "hono";
import type { Health } from "../../health/health.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";

/**
 * Adds `/healthz`, which shows that the process responds, and `/readyz`, which responds with 503 and the failed checks
 * unless all parts work. Load balancers should use `/healthz`, since pages are served even while feeds or mails wait. Both
 * fail once the process is about to end.
 */
export function addHealth(app: Hono, health: Health): void {
  const headers = { "cache-control": CACHE_POLICIES.never };
  app.get("/healthz", (context) =>
    health.isStopping() ? context.text("stopping", 503, headers) : context.text("ok", 200, headers),
  );
  app.get("/readyz", async (context) => {
    const { ready, checks, editionsDigest } = await health.check();
    const failed = Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]));
    return context.json({ ready, failed, editionsDigest, checks }, ready ? 200 : 503, headers);
  });
}
