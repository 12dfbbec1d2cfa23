/** Scheme of the feeds of editions' own stories. They are never fetched: editors write their entries into the store. */
const SCHEME = "own:";

/** Pattern for `like` that matches the URLs of these feeds. */
export const OWN_FEEDS = `${SCHEME}%`;

/** Returns the URL of the feed that carries an edition's own stories in a section. */
export function getOwnFeedUrl(edition: string, section: string): string {
  return `${SCHEME}${edition}/${section}`;
}

/** Pages that list own stories by more than their sections. */
export type LabelKind = "author" | "topic";

/** Returns the URL of the feed that carries an edition's own stories of an author or on a topic. */
export function getLabelFeedUrl(edition: string, kind: LabelKind, slug: string): string {
  return `${SCHEME}${edition}/${kind}/${slug}`;
}

export function isOwnFeed(url: string): boolean {
  return url.startsWith(SCHEME);
}

/** Returns the feeds of a section that are fetched. */
export function getFollowedFeeds<Feed extends { url: string }>({ feeds }: { feeds: readonly Feed[] }): Feed[] {
  return feeds.filter(({ url }) => !isOwnFeed(url));
}
