/**
 * How long answers may be kept, by browsers and by caches in front (RFC 9111, RFC 5861). Every answer that says anything
 * of it says it by one of these names.
 */
export const POLICIES = {
  /** What has a name of its own for every content that it has. */
  immutable: "public, max-age=31536000, immutable",
  /**
   * Pages: browsers ask each time, and mostly hear that nothing changed. A cache in front asks twice a minute, in the
   * background, and goes on answering for a day where we do not; it may be purged by the tags in `Surrogate-Key`.
   */
  page: "public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400",
  /**
   * What a page's scripts ask for: as pages, but browsers, too, take "meanwhile" at its word, and would show what is new
   * only when asked again.
   */
  data: "public, max-age=0, s-maxage=30, stale-if-error=86400",
  /** Feeds: readers of feeds ask by themselves, too often. */
  feed: "public, max-age=300",
  /** What will be another in a moment. */
  filling: "no-cache",
  /** What stands in for something that may be there in a minute. */
  standIn: "public, max-age=60",
  /** Answers to what readers type: there are too many of them, and each is asked for by few. We keep none. */
  fleeting: "public, max-age=60",
  /** The edition's own files, which change seldom and under the same name. */
  file: "public, max-age=3600",
  day: "public, max-age=86400",
  /** Failures. */
  never: "no-store",
} as const;

export type PolicyName = keyof typeof POLICIES;

/** Whether what is answered under a policy may be kept by us, too. */
export function isKeepable(policy: PolicyName | undefined): boolean {
  return policy !== "fleeting" && policy !== "never";
}
