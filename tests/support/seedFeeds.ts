import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Material that nobody here wrote. It lies beside the project and never in it. */
export const CORPORA = "../shared/corpora";
/** The project's own feeds, for where that is absent. */
const OWN = "tests/support/feeds";

/** What mutated feeds are made from. Texts have one character a byte. */
export interface Seeds {
  feeds: string[];
  /** Markup that attacks, beside the mutations' own. */
  attacks: string[];
}

/** Bytes. Larger feeds take part by their first entries alone. */
const WHOLE = 60_000;
const ENTRIES_KEPT = 3;
/** Short feeds are read in no time, so most runs are made with them. */
const SHORT_SHARE = 6;

/**
 * Reads the feeds of a folder and of all in it, those of the project where there is no such folder.
 *
 * @param corpora the folder of the corpora; its feeds in `real`, `feedparser`, `gofeed` and `encodings` are taken
 */
export function readSeeds(corpora = CORPORA): Seeds {
  const hasCorpora = existsSync(corpora);
  const folders = hasCorpora ? ["real", "feedparser", "gofeed", "encodings"].map((name) => join(corpora, name)) : [OWN];
  const files = folders.filter((folder) => existsSync(folder)).flatMap(filesIn);
  const feeds = files.filter(isFeed).flatMap((file) => {
    const text = readFileSync(file, "latin1");
    const short = firstEntries(text);
    const isRecorded = file.startsWith(join(corpora, "real")) || !hasCorpora;
    const shorts = new Array<string>(isRecorded ? SHORT_SHARE : 1).fill(short);
    return text.length <= WHOLE && text !== short ? [text, ...shorts] : shorts;
  });
  return { feeds: feeds.filter((feed) => feed.length <= WHOLE), attacks: hasCorpora ? attacksIn(corpora) : [] };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesIn(path) : [path];
    });
}

function isFeed(file: string): boolean {
  return !/(^|\/)(index|cases|encoding_cases)\.json$|\.(html|txt|md)$/.test(file);
}

/** A feed with its first entries alone. */
function firstEntries(text: string): string {
  if (/^\s*\{/.test(text)) return firstJsonItems(text);
  let count = 0;
  return text.replace(/<(item|entry)[\s>][\s\S]*?<\/\1>\s*/g, (entry) => (++count <= ENTRIES_KEPT ? entry : ""));
}

function firstJsonItems(text: string): string {
  try {
    const feed = JSON.parse(Buffer.from(text, "latin1").toString()) as { items?: unknown[] };
    const short = JSON.stringify({ ...feed, items: feed.items?.slice(0, ENTRIES_KEPT) });
    return Buffer.from(short).toString("latin1");
  } catch {
    return text;
  }
}

function attacksIn(corpora: string): string[] {
  const folder = join(corpora, "xss");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const cases = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const list = (Array.isArray(cases) ? cases : cases.cases) as Record<string, string>[];
    return list.map(({ payload, input, html }) => Buffer.from(payload ?? input ?? html ?? "").toString("latin1"));
  });
}
