import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Assertion, judge } from "../support/assertions.ts";

/** Material that nobody here wrote. It lies beside the project; a clone without it skips these tests. */
const CORPORA = "../shared/corpora";

/** Where we differ on purpose: the file, the field, and why. */
const BY_DESIGN: Record<string, Record<string, string>> = {
  feedparser: {
    "entities/lang.xml feed.title": "&lang; is U+27E8 in HTML today; feedparser keeps the U+2329 of HTML 4",
    "entities/rang.xml feed.title": "&rang; is U+27E9 in HTML today; feedparser keeps the U+232A of HTML 4",
    "atom/entry_author_map_author.xml entries[0].author": "a byline is a name; nobody's address is printed",
    "atom10/entry_author_map_author.xml entries[0].author": "a byline is a name; nobody's address is printed",
    "atom10/entry_category_term.xml entries[0].tags[0].term": "readers see a category's label, not the machine's term",
    "atom10/entry_category_term_non_ascii.xml entries[0].tags[0].term":
      "readers see a category's label, not the machine's term",
  },
  gofeed: {
    "rss/feed_links_-_rdf_channel_links.xml link": "of several links the first is the feed's page, not the last",
    "rss/feed_links_-_rss_channel_links.xml link": "of several links the first is the feed's page, not the last",
  },
};

describe.skipIf(!existsSync(CORPORA))("other readers' assertions", () => {
  it.each([
    { set: "feedparser", atLeast: 0.98 },
    { set: "gofeed", atLeast: 0.96 },
  ])("of $set hold for the fields that we have, but for those that differ by design", ({ set, atLeast }) => {
    const folder = join(CORPORA, set);
    const cases: Assertion[] = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8"));
    const different: string[] = [];
    const absent = new Map<string, number>();
    for (const assertion of cases) {
      const verdict = judge(folder, assertion);
      const field = assertion.path.replace(/\[\d+\]/g, "[]");
      if (verdict.outcome === "absent") absent.set(field, (absent.get(field) ?? 0) + 1);
      if (verdict.outcome === "different")
        different.push(`${assertion.file.split("/").slice(-2).join("/")} ${assertion.path}`);
    }
    expect(different.sort()).toEqual(Object.keys(BY_DESIGN[set] ?? {}).sort());
    const missing = [...absent.values()].reduce((sum, count) => sum + count, 0);
    const had = cases.length - missing;
    expect((had - different.length) / had).toBeGreaterThanOrEqual(atLeast);
    console.info(`${set}: ${had - different.length} of ${had} the same; ${missing} of fields that we do not have:`);
    console.info([...absent].map(([field, count]) => `${field} ${count}`).join(", "));
  });
});
