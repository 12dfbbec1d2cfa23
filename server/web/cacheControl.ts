/** All `Cache-Control` values for browsers and for caches in front of this server (RFC 9111, RFC 5861). */
export const CACHE_POLICIES = {
  /** Files whose URL changes with their content. */
  immutable: "public, max-age=31536000, immutable",
  /**
   * Pages. Browsers revalidate at each request and usually get 304. A cache in front revalidates twice a minute, in the
   * background, and serves pages for up to a day while this server fails; it can purge them by `Surrogate-Key`.
   */
  page: "public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400",
  /**
   * Data that a page's scripts request. Like `page`, but without stale-while-revalidate: browsers and caches in front
   * would answer the first request with old data, even for readers who have clicked on new stories.
   */
  data: "public, max-age=0, s-maxage=30, stale-if-error=86400",
  /** Data that every open page requests every few seconds. */
  live: "public, max-age=0, s-maxage=2, stale-if-error=60",
  /**
   * Feeds, cached for 5 minutes, since many feed readers poll too often. For a minute after a purge or those 5 minutes, a
   * cache in front may still serve the old version while it fetches the new one.
   */
  feed: "public, max-age=300, stale-while-revalidate=60, stale-if-error=86400",
  /** Feeds with a WebSub hub: requests that follow a notification must get the new version. */
  hubFeed: "public, max-age=300, stale-if-error=86400",
  /** Pages that are still loading their first news. */
  loading: "no-cache",
  /** Placeholders for content that may exist in a minute. */
  standIn: "public, max-age=60",
  /** Responses to readers' input, which this server does not cache, since few readers request the same response. */
  fleeting: "public, max-age=60",
  /** The edition's own files, which rarely change and keep their URL. */
  file: "public, max-age=3600",
  day: "public, max-age=86400",
  /** Responses for hosts that no edition lists: caches in front would store a copy for each invented host. */
  unlisted: "private, no-cache",
  /** Errors, and pages of one reader. */
  never: "no-store",
} as const;

/**
 * `Retry-After` of errors that end by themselves (RFC 9110, 10.2.3), in s. A restart of PostgreSQL takes about as long.
 */
export const RETRY_AFTER_S = "5";

export type PolicyName = keyof typeof CACHE_POLICIES;

/** Returns the `Cache-Control` of a response, which no shared cache stores unless the site has an address. */
export function getCacheControl(name: PolicyName, { hasAddress }: { hasAddress: boolean }): string {
  return hasAddress || !CACHE_POLICIES[name].startsWith("public") ? CACHE_POLICIES[name] : CACHE_POLICIES.unlisted;
}

/** Returns true if this server itself may cache a response with the policy. */
export function isCacheable(policy: PolicyName | undefined): boolean {
  return policy !== "fleeting" && policy !== "never";
}
