import type { MiddlewareHandler } from "hono";

/** In any case, as the app's routes read addresses. */
const PRIVATE = /^\/newsletter\/(confirm|preferences|unsubscribe)\//i;

/** Whether a path holds a token: a page of one reader's own, which is never kept and never listed. */
export function isPrivatePage(path: string): boolean {
  return PRIVATE.test(path);
}

/** A page's address as a log may have it: whoever reads one is not to leave the briefing in a reader's name. */
export function withoutToken(url: string): string {
  return url.replace(/(\/newsletter\/(?:confirm|preferences|unsubscribe)\/)[^?#]*/i, "$1…");
}

/** What keeps a token's page to who holds the token. It stands around whatever else says something of answers. */
export function keepPrivate(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (!isPrivatePage(context.req.path)) return;
    context.header("cache-control", "no-store");
    context.header("x-robots-tag", "noindex");
    context.header("referrer-policy", "no-referrer");
  };
}
