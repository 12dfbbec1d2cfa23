import type { Hono } from "hono";
import packageFile from "../../../package.json" with { type: "json" };
import type { Health } from "../../health/health.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";
import type { Clients } from "../clientAddress.ts";

/**
 * Adds two checks. `/healthz` shows that the process responds. `/readyz` responds with 503 and the failed checks unless
 * all parts work. Load balancers should use `/healthz`: pages are served even while feeds or mails fail. Both checks
 * respond with 503 once the process is stopping. `/healthz?client` returns the client's address and scheme, as the
 * server sees them. `npx broadsheet doctor` uses this response to check the headers that the proxy sends to the server.
 */
export function addHealthRoutes(app: Hono, health: Health, clients: Pick<Clients, "find">): void {
  const headers = { "cache-control": CACHE_POLICIES.never };
  app.get("/healthz", (context) => {
    if (health.isStopping()) return context.text("stopping", 503, headers);
    if (context.req.query("client") === undefined) return context.text("ok", 200, headers);
    const scheme = new URL(context.req.raw.url).protocol.slice(0, -1);
    return context.json({ client: clients.find(context), scheme }, 200, headers);
  });
  app.get("/readyz", async (context) => {
    const { ready, checks, editionsDigest } = await health.check();
    const failed = Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]));
    return context.json(
      { ready, failed, version: packageFile.version, editionsDigest, checks },
      ready ? 200 : 503,
      headers,
    );
  });
}
