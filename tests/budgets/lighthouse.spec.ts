import { expect, test } from "../browser/fixtures.ts";
import { auditPages, FLAWLESS } from "../support/lighthouse.ts";
import { isLong } from "../support/longTests.ts";
import { scaleLimit } from "../support/scaleLimit.ts";

/** Categories to audit: accessibility only with LONG_TESTS=1, since everyPage.spec.ts already checks the front page. */
const categories = isLong ? FLAWLESS : FLAWLESS.filter((name) => name !== "accessibility");
const STORY = "/article/kite-festival-returns-to-a-lakefront-lawn-with-a-hundred-loaner-kites";

test("Lighthouse finds no fault in the front page, and with LONG_TESTS=1 in the other types of pages", async ({
  site,
}) => {
  test.setTimeout(scaleLimit(600_000));
  const paths = ["/", ...(isLong ? [STORY, "/radio", "/local", "/about"] : [])];
  const audited = await auditPages(
    paths.map((path) => site.url + path),
    categories,
  );
  for (const [url, { scores, faults }] of audited) {
    // Most stories' pages tell search engines not to index them, which Lighthouse calls a fault.
    const isStory = url.endsWith(STORY);
    const flawless = categories.filter((name) => !isStory || name !== "seo");
    expect.soft(faults, url).toEqual(isStory ? ["is-crawlable"] : []);
    expect.soft(scores, url).toMatchObject(Object.fromEntries(flawless.map((name) => [name, 1])));
  }
});
