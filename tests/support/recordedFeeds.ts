import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { FeedHost } from "./feedHost.ts";

/** Third-party feeds next to the repository. */
const RECORDED = "../shared/corpora/real";
/** Our own test feeds, used if the third-party feeds are missing. */
const OWN = "tests/support/feeds";

interface Recorded {
  file: string;
  publisher: string;
}

const BY_SECTION: Record<string, Recorded[]> = {
  local: [{ file: "wgrz_local_2026.xml", publisher: "WGRZ" }],
  national: [{ file: "npr_news_2024.xml", publisher: "NPR" }],
  world: [{ file: "bbc_2026.xml", publisher: "BBC News" }],
  politics: [
    { file: "nyt_homepage_b.xml", publisher: "The New York Times" },
    { file: "nyt_us_2020-04.xml", publisher: "The New York Times" },
  ],
  business: [{ file: "breakingnews_ie.xml", publisher: "BreakingNews.ie" }],
  technology: [{ file: "macworld.xml", publisher: "Macworld" }],
  automotive: [{ file: "treehugger.xml", publisher: "TreeHugger" }],
  "real-estate": [{ file: "latimes_california.xml", publisher: "Los Angeles Times" }],
  health: [{ file: "washingtonpost_wellness.xml", publisher: "The Washington Post" }],
  sports: [
    { file: "nzherald.xml", publisher: "New Zealand Herald" },
    { file: "straitstimes.xml", publisher: "The Straits Times" },
    { file: "ctvnews.xml", publisher: "CTV News" },
    { file: "philstar.xml", publisher: "Philstar" },
    { file: "smh.xml", publisher: "The Sydney Morning Herald" },
  ],
  culture: [{ file: "boingboing.xml", publisher: "Boing Boing" }],
  food: [{ file: "medium_foodinvironment.xml", publisher: "Medium" }],
  lifestyle: [{ file: "aeon.xml", publisher: "Aeon" }],
  opinion: [{ file: "onefoottsunami_atom.xml", publisher: "One Foot Tsunami" }],
  archives: [{ file: "wordpress_morningpaper.xml", publisher: "The Morning Paper" }],
};

/** Our own feeds, one in each format. They replace missing recorded feeds, in turn. */
const OWN_FEEDS: Recorded[] = [
  { file: "harbor.rss.xml", publisher: "The Harbor Wire" },
  { file: "ridge.atom.xml", publisher: "The Ridge Courier" },
  { file: "canal.json", publisher: "The Canal Post" },
];

export function serveRecordedFeeds(host: FeedHost) {
  const hasRecorded = existsSync(RECORDED);
  const sections = Object.keys(BY_SECTION);

  /** Returns the feeds of one of Chicago's sections. */
  function bySection(section: string): { url: string; publisher: string }[] {
    const index = sections.indexOf(section);
    const own = OWN_FEEDS[index % OWN_FEEDS.length];
    const feeds = hasRecorded ? (BY_SECTION[section] ?? []) : own && index >= 0 ? [own] : [];
    return feeds.map(({ file, publisher }) => {
      const path = `/${section}/${basename(file)}`;
      const type = file.endsWith(".json") ? "application/feed+json" : "application/xml";
      host.serveFile(path, join(hasRecorded ? RECORDED : OWN, file), type);
      return { url: host.url(path), publisher };
    });
  }

  /**
   * Returns a function for editions whose sections differ from Chicago's. Each call of the function returns the feeds
   * of Chicago's next section.
   */
  function inTurn() {
    let next = 0;
    return () => bySection(sections[next++ % sections.length] ?? "");
  }

  return { bySection, inTurn };
}

/** Matches the URLs of photos in a feed. */
const PHOTOS = /https?:\/\/[^"'<>\s]+?\.(?:jpe?g|png|webp)[^"'<>\s]*/g;

/** Returns a recorded feed of a section. Replaces its photo URLs with `photoUrls`, in turn. */
export function recordedFeed(section: string, photoUrls: readonly string[]): Buffer {
  const file = BY_SECTION[section]?.[0]?.file ?? "";
  let next = 0;
  // Latin-1 keeps every byte, whatever the feed's charset.
  const text = readFileSync(join(RECORDED, file), "latin1");
  return Buffer.from(
    text.replace(PHOTOS, () => photoUrls[next++ % photoUrls.length] ?? ""),
    "latin1",
  );
}
