/** All `Cache-Control` values for browsers and for caches in front of this server (RFC 9111, RFC 5861). */
export const CACHE_POLICIES = {
  /** Files whose URL changes with their content. */
  immutable: "public, max-age=31536000, immutable",
  /**
   * Pages. Browsers revalidate at each request and usually get 304. A cache in front revalidates a page twice a minute,
   * in the background. While this server fails, the cache serves the page for up to a day. Pages can be purged by
   * `Surrogate-Key`.
   */
  page: "public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400",
  /** Data for the page's scripts. Not stale-while-revalidate: a click for new stories must not return old data. */
  data: "public, max-age=0, s-maxage=30, stale-if-error=86400",
  /** Data that every open page requests every few seconds. */
  live: "public, max-age=0, s-maxage=2, stale-if-error=60",
  /**
   * Feeds. Browsers and feed readers cache them for 5 minutes, since many feed readers poll too often. A cache in front
   * may serve an outdated feed for another minute while it fetches the new one.
   */
  feed: "public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
  /** Feeds with a WebSub hub. Requests that follow a notification must get the new version, never an outdated one. */
  hubFeed: "public, max-age=300, stale-if-error=86400",
  /** Pages that are still loading their first news. */
  loading: "no-cache",
  /** Placeholders for content that may exist in a minute. */
  standIn: "public, max-age=60",
  /** Responses to readers' input. This server does not cache them, since few readers send the same input. */
  fleeting: "public, max-age=60",
  /** The edition's own files, which rarely change and keep their URL. */
  file: "public, max-age=3600",
  day: "public, max-age=86400",
  /** Responses for hosts that no edition lists. Caches in front must not store a copy for each invented host. */
  unlisted: "private, no-cache",
  /** Errors, and pages for a single reader. */
  never: "no-store",
} as const;

/** `Retry-After`, in s, for errors that end by themselves (RFC 9110, 10.2.3). PostgreSQL restarts in about 5 s. */
export const RETRY_AFTER_S = "5";

export type PolicyName = keyof typeof CACHE_POLICIES;

/** Returns the `Cache-Control` of a response. If the site has no address, no shared cache may store the response. */
export function getCacheControl(name: PolicyName, { hasAddress }: { hasAddress: boolean }): string {
  return hasAddress || !CACHE_POLICIES[name].startsWith("public") ? CACHE_POLICIES[name] : CACHE_POLICIES.unlisted;
}

/** Returns true if the page cache may store a response with this policy. */
export function isCacheable(policy: PolicyName | undefined): boolean {
  return policy !== "fleeting" && policy !== "never";
}
