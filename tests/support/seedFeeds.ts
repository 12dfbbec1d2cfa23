import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Third-party test data next to the repository. */
export const CORPORA = "../shared/corpora";
/** Our own test feeds, used if the third-party data is missing. */
const OWN = "tests/support/feeds";

/** Input for mutated feeds, as Latin-1 texts: one character per byte. */
export interface Seeds {
  feeds: string[];
  /** XSS payloads from the corpora. */
  attacks: string[];
}

/** Maximum size of a complete feed, in bytes. Larger feeds are used only in shortened form. */
const MAX_BYTES = 60_000;
/** Number of entries in a shortened feed. */
const MAX_ENTRIES = 3;
/** Number of copies of each shortened feed, so that most runs use shortened feeds, which take less time to parse. */
const SHORT_COPIES = 6;

/**
 * Reads the feeds in the folders `real`, `feedparser`, `gofeed` and `encodings` of the corpora. If the corpora are
 * missing, reads our own test feeds.
 */
export function readSeeds(corpora = CORPORA): Seeds {
  const hasCorpora = existsSync(corpora);
  const folders = hasCorpora ? ["real", "feedparser", "gofeed", "encodings"].map((name) => join(corpora, name)) : [OWN];
  const files = folders.filter((folder) => existsSync(folder)).flatMap(listFiles);
  const feeds = files.filter(isFeed).flatMap((file) => {
    const text = readFileSync(file, "latin1");
    const short = shorten(text);
    const isRecorded = file.startsWith(join(corpora, "real")) || !hasCorpora;
    const shorts = new Array<string>(isRecorded ? SHORT_COPIES : 1).fill(short);
    return text.length <= MAX_BYTES && text !== short ? [text, ...shorts] : shorts;
  });
  return { feeds: feeds.filter((feed) => feed.length <= MAX_BYTES), attacks: hasCorpora ? readAttacks(corpora) : [] };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? listFiles(path) : [path];
    });
}

function isFeed(file: string): boolean {
  return !/(^|\/)(index|cases|encoding_cases)\.json$|\.(html|txt|md)$/.test(file);
}

/** Removes all entries of a feed except the first `MAX_ENTRIES`. */
function shorten(text: string): string {
  if (/^\s*\{/.test(text)) return shortenJson(text);
  let count = 0;
  return text.replace(/<(item|entry)[\s>][\s\S]*?<\/\1>\s*/g, (entry) => (++count <= MAX_ENTRIES ? entry : ""));
}

function shortenJson(text: string): string {
  try {
    const feed = JSON.parse(Buffer.from(text, "latin1").toString()) as { items?: unknown[] };
    const short = JSON.stringify({ ...feed, items: feed.items?.slice(0, MAX_ENTRIES) });
    return Buffer.from(short).toString("latin1");
  } catch {
    return text;
  }
}

/** Returns the XSS payloads of the corpora; none if they are missing. */
export function readAttacks(corpora = CORPORA): string[] {
  const folder = join(corpora, "xss");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const cases = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const list = (Array.isArray(cases) ? cases : cases.cases) as Record<string, string>[];
    return list.map(({ payload, input, html }) => Buffer.from(payload ?? input ?? html ?? "").toString("latin1"));
  });
}
