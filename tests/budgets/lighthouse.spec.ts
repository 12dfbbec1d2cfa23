import { expect, test } from "../browser/fixtures.ts";
import { auditPages } from "../support/lighthouse.ts";
import { isLong } from "../support/longTests.ts";

/** Categories whose scores are the same on a busy machine. Speed is measured in bench/browser.ts. */
const CATEGORIES = ["accessibility", "best-practices", "seo"] as const;

test("Lighthouse finds no fault in the types of pages", async ({ site }) => {
  test.setTimeout(600_000);
  const paths = ["/", "/article/morning-world-story-2", "/radio", ...(isLong ? ["/local", "/about"] : [])];
  const audited = await auditPages(
    paths.map((path) => site.url + path),
    CATEGORIES,
  );
  for (const [url, { scores, faults }] of audited)
    expect.soft({ scores, faults }, url).toEqual({
      scores: Object.fromEntries(CATEGORIES.map((name) => [name, 1])),
      faults: [],
    });
});
