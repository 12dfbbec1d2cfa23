import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Assertion, checkAssertion } from "../support/assertions.ts";

/** Third-party test data next to the repository. Without it these tests are skipped. */
const CORPORA = "../shared/corpora";

/** Reasons for intentional differences from the expected values, by file and field. */
const BY_DESIGN: Record<string, Record<string, string>> = {
  feedparser: {
    "entities/lang.xml feed.title": "&lang; is U+27E8 in HTML today; feedparser keeps the U+2329 of HTML 4",
    "entities/rang.xml feed.title": "&rang; is U+27E9 in HTML today; feedparser keeps the U+232A of HTML 4",
    "atom/entry_author_map_author.xml entries[0].author": "a byline is a name without the e-mail address",
    "atom10/entry_author_map_author.xml entries[0].author": "a byline is a name without the e-mail address",
    "atom10/entry_category_term.xml entries[0].tags[0].term": "readers see a category's label, not its term",
    "atom10/entry_category_term_non_ascii.xml entries[0].tags[0].term": "readers see a category's label, not its term",
  },
  gofeed: {
    "rss/feed_links_-_rdf_channel_links.xml link": "of several links, the first is the feed's page, not the last",
    "rss/feed_links_-_rss_channel_links.xml link": "of several links, the first is the feed's page, not the last",
  },
};

describe.skipIf(!existsSync(CORPORA))("the tests of other feed parsers", () => {
  it.each([
    { set: "feedparser", atLeast: 0.98 },
    { set: "gofeed", atLeast: 0.96 },
  ])("$set: all but the intentional differences pass for the fields that we have", ({ set, atLeast }) => {
    const folder = join(CORPORA, set);
    const cases: Assertion[] = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8"));
    const different: string[] = [];
    const absent = new Map<string, number>();
    for (const assertion of cases) {
      const result = checkAssertion(folder, assertion);
      const field = assertion.path.replace(/\[\d+\]/g, "[]");
      if (result.outcome === "absent") absent.set(field, (absent.get(field) ?? 0) + 1);
      if (result.outcome === "different")
        different.push(`${assertion.file.split("/").slice(-2).join("/")} ${assertion.path}`);
    }
    expect(different.sort()).toEqual(Object.keys(BY_DESIGN[set] ?? {}).sort());
    const missing = [...absent.values()].reduce((sum, count) => sum + count, 0);
    const compared = cases.length - missing;
    expect((compared - different.length) / compared).toBeGreaterThanOrEqual(atLeast);
    console.info(
      `${set}: ${compared - different.length} of ${compared} are equal; ${missing} are about fields that we do not have:`,
    );
    console.info([...absent].map(([field, count]) => `${field} ${count}`).join(", "));
  });
});
