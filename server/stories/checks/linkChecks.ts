import { LRUCache } from "lru-cache";
import type { Outbound } from "../../net/outbound.ts";

/** HTTP status of the response to a request for a link; null for no response. */
export type LinkStatus = number | null;

interface LinkParts {
  outbound: Pick<Outbound, "open">;
  /** Timeout of a request, in ms; by default `TIMEOUT_MS`. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
/** Time, in ms, for which a result is reused. A story is often checked several times in a row. */
const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 1000;

export type LinkChecker = ReturnType<typeof createLinkChecker>;

/**
 * Creates a function that requests a link and returns the status of the response. The status is null for a private
 * host, to which `outbound` sends no requests.
 */
export function createLinkChecker({ outbound, timeoutMs = TIMEOUT_MS }: LinkParts) {
  const known = new LRUCache<string, Promise<LinkStatus>>({ max: MAX_KEPT, ttl: KEPT_MS });

  async function request(url: string): Promise<LinkStatus> {
    const opened = outbound.open(url, { accept: "text/html,*/*;q=0.8" }).then(({ status, body }) => {
      body.destroy();
      return status;
    });
    const { promise, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, timeoutMs, null);
    try {
      return await Promise.race([opened.catch(() => null), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  return (url: string): Promise<LinkStatus> => {
    const earlier = known.get(url);
    if (earlier) return earlier;
    const status = request(url);
    known.set(url, status);
    return status;
  };
}

/** Returns true if readers cannot open a link with this status. Other error statuses often affect only programs. */
export function isBroken(status: LinkStatus): boolean {
  return status === null || status === 404 || status === 410 || status >= 500;
}
