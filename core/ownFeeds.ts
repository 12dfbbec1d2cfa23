/** URL scheme of feeds with an edition's staff stories. These feeds are not fetched: editors write their entries. */
const SCHEME = "own:";

/** SQL `LIKE` pattern that matches the URLs of feeds with staff stories. */
export const OWN_FEED_PATTERN = `${SCHEME}%`;

/** Returns the URL of the feed that carries an edition's staff stories in a section. */
export function getOwnFeedUrl(edition: string, section: string): string {
  return `${SCHEME}${edition}/${section}`;
}

/** Kinds of pages, besides sections, that list staff stories. */
export type LabelKind = "author" | "topic";

/** Returns the URL of the feed that carries an edition's staff stories of an author or on a topic. */
export function getLabelFeedUrl(edition: string, kind: LabelKind, slug: string): string {
  return `${SCHEME}${edition}/${kind}/${slug}`;
}

export function isOwnFeed(url: string): boolean {
  return url.startsWith(SCHEME);
}

/** Returns a section's feeds, except feeds of staff stories. */
export function getFollowedFeeds<Feed extends { url: string }>({ feeds }: { feeds: readonly Feed[] }): Feed[] {
  return feeds.filter(({ url }) => !isOwnFeed(url));
}

/** Returns true if the feed carries staff stories of the given edition. */
export function isOwnFeedOf(edition: string, url: string): boolean {
  return url.startsWith(`${SCHEME}${edition}/`);
}

/** Returns the edition whose staff stories a feed carries; undefined for a feed that is fetched. */
export function getOwnFeedEdition(url: string): string | undefined {
  return isOwnFeed(url) ? url.slice(SCHEME.length).split("/")[0] : undefined;
}

/** Returns the section of a feed. @param url URL that `getOwnFeedUrl` returned */
export function getOwnFeedSection(url: string): string | undefined {
  return url.split("/")[1];
}
