export type FeedFormat = "rss" | "atom" | "json";

/** File name, media type and display name of each feed format. */
export const FORMATS: Record<FeedFormat, { file: string; type: string; name: string }> = {
  rss: { file: "rss.xml", type: "application/rss+xml", name: "RSS" },
  atom: { file: "atom.xml", type: "application/atom+xml", name: "Atom" },
  json: { file: "feed.json", type: "application/feed+json", name: "JSON Feed" },
};
