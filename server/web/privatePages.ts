import type { MiddlewareHandler } from "hono";

/** Matches paths that contain a secret token. Case is ignored, as in the app's routes. */
const PRIVATE_PATHS = /^\/(newsletter\/(confirm|preferences|unsubscribe)|preview)\//i;

/** Returns a URL for the log, without a token. */
export function toLoggedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  const [start] = PRIVATE_PATHS.exec(pathname) ?? [];
  return start === undefined ? url : `${origin}${start}…`;
}

/**
 * Returns true for a path that contains a secret token. Its page is only for people with the link, and is never cached.
 */
export function isPrivatePage(path: string): boolean {
  return PRIVATE_PATHS.test(path);
}

/**
 * Creates middleware that keeps pages with a token out of caches, search engines and referrers. It must be the
 * outermost middleware, so that no other middleware overwrites its headers.
 */
export function keepPrivate(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (!isPrivatePage(context.req.path)) return;
    context.header("cache-control", "no-store");
    context.header("x-robots-tag", "noindex");
    context.header("referrer-policy", "no-referrer");
  };
}
