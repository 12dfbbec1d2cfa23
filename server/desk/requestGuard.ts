import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * Logs every request that is rejected or fails, with its client and the headers that name its origin.
 *
 * @param getClient returns the client's address or network
 */
export function logRefusals(log: Logger, getClient: (context: Context) => string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (status < 400) return;
    const { method, path } = context.req;
    // A sign-in link whose request was rejected may still work, so the log must not contain the link.
    const shownPath = path.replace(/^\/link\/.+/, "/link/…");
    const [site, origin] = [context.req.header("sec-fetch-site"), context.req.header("origin")];
    log.warn({ method, path: shownPath, status, client: getClient(context), site, origin }, "desk: request refused");
  };
}

/** Rejects requests with another `Host`, against DNS rebinding. @param getOrigin returns the desk's origin */
export function requireHost(getOrigin: () => string): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header("host")?.toLowerCase() ?? "";
    const expected = getOrigin();
    if (host === new URL(expected).host) return next();
    const reason = `The desk is at ${expected}. A proxy in front of it must pass the Host header, which was "${host}".\n`;
    return context.text(reason, 421);
  };
}

/** Rejects URLs with U+0000: PostgreSQL does not accept this character, so no stored name contains it. */
export const refuseNuls: MiddlewareHandler = async (context, next) =>
  context.req.url.includes("%00") ? context.text("There is nothing here.\n", 404) : next();

/**
 * Rejects a request that changes data if another site sent it (CSRF). The request must have at least one of the
 * headers `Origin` and `Sec-Fetch-Site`. If present, `Origin` must be the desk's origin, and `Sec-Fetch-Site` must be
 * `same-origin`.
 */
export function requireOwnOrigin(getOrigin: () => string): MiddlewareHandler {
  return async (context, next) => {
    if (SAFE_METHODS.has(context.req.method)) return next();
    const site = context.req.header("sec-fetch-site");
    const origin = context.req.header("origin");
    const isOwn = (origin === undefined || origin === getOrigin()) && (site ?? "same-origin") === "same-origin";
    if (isOwn && (origin !== undefined || site !== undefined)) return next();
    return context.text("This request came from another site. Nothing was changed.\n", 403);
  };
}
