import type { FeedHost } from "./feedHost.ts";

/** Sections with a test feed: all sections on the Chicago edition's front page. */
export const SECTIONS = [
  "local",
  "national",
  "world",
  "politics",
  "business",
  "technology",
  "automotive",
  "real-estate",
  "health",
  "sports",
  "culture",
  "food",
  "lifestyle",
  "opinion",
  "archives",
] as const;

/** Returns the path of a section's feed on the feed host. */
export const feedPath = (section: string) => `/wire/${section}.xml`;

/** Returns an RSS feed of numbered stories, newest first. The URLs of their images are on `host`. */
export function createSectionFeed(
  host: FeedHost,
  section: string,
  { count = 8, edition = "Morning", pictures = false, hasText = false } = {},
): string {
  const items = Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(2026, 3, 20, 12 - index)).toUTCString();
    const image = pictures
      ? `<enclosure url="${host.url(`/pictures/${section}-${index}.jpg`)}" type="image/jpeg" length="1000"/>`
      : "";
    const text = `<content:encoded>&lt;p&gt;What the ${section} desk has of story ${index + 1}.&lt;/p&gt;&lt;p&gt;And the rest of it.&lt;/p&gt;</content:encoded>`;
    return `<item>
  <title>${edition} ${section} story ${index + 1}</title>
  <link>${host.url(`/stories/${edition}/${section}/${index + 1}`)}</link>
  <guid isPermaLink="false">${edition}-${section}-${index + 1}</guid>
  <pubDate>${date}</pubDate>
  <description>What the ${section} desk has of story ${index + 1}.</description>${image}${hasText ? text : ""}
</item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>The ${section} wire</title><link>${host.url("/")}</link><description>Test</description>
${items.join("\n")}
</channel></rss>`;
}

/** Serves a feed for every section. */
export function serveSectionFeeds(host: FeedHost, options?: Parameters<typeof createSectionFeed>[2]): void {
  for (const section of SECTIONS)
    host.serve(feedPath(section), {
      body: createSectionFeed(host, section, options),
      contentType: "application/rss+xml",
    });
}

/** Returns the option `feeds` of `writeTestEdition`, which gives each section its test feed, if any. */
export function getSectionFeeds(host: FeedHost): (section: string) => string[] {
  return (section) => (SECTIONS.some((name) => name === section) ? [host.url(feedPath(section))] : []);
}
