export type FeedFormat = "rss" | "atom" | "json";

/** The formats of feeds, each with the last part of its address, its media type, and what people call it. */
export const FORMATS: Record<FeedFormat, { file: string; type: string; name: string }> = {
  rss: { file: "rss.xml", type: "application/rss+xml", name: "RSS" },
  atom: { file: "atom.xml", type: "application/atom+xml", name: "Atom" },
  json: { file: "feed.json", type: "application/feed+json", name: "JSON Feed" },
};
