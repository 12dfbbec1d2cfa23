import { overflowOf, violationsOf } from "../browser/accessibility.ts";
import { expect, test } from "../browser/fixtures.ts";
import { readViolations, recordViolations } from "../browser/policyViolations.ts";
import { expectWithinBudget } from "../support/budgets.ts";
import { firstVisit } from "../support/firstVisit.ts";
import { auditPages, FLAWLESS } from "../support/lighthouse.ts";
import { isLong } from "../support/longTests.ts";
import { startShippedEditions } from "../support/shippedEditions.ts";

/** Narrowest and usual widths. */
const WIDTHS = [320, 1280];

// One test, since it starts a site.
test("all shipped editions are accessible in both themes and within the budgets", async ({ browser, page }) => {
  test.setTimeout(600_000);
  const { editions, stop } = await startShippedEditions();
  await recordViolations(page);
  for (const { id, front, section, story } of editions)
    for (const url of [front, section, story]) {
      const response = await page.goto(url);
      expect(response?.status(), url).toBe(200);
      // The frame has the edition's colors, too.
      for (const colorScheme of ["light", "dark"] as const) {
        // everyPage.spec.ts checks Chicago's pages by the other rules.
        const isOfColors = colorScheme === "dark" || id === "chicago";
        const options = { colorScheme, isOfColors, isThorough: isLong, hasFrame: url === front };
        expect.soft(await violationsOf(page, options), `${url}, ${colorScheme}`).toEqual([]);
      }
      expect.soft(await readViolations(page), url).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await overflowOf(page), `${url} at ${width} px`).toBeLessThanOrEqual(0);
      }
      // firstVisit.spec.ts has Chicago's.
      if (isLong || (url === front && id !== "chicago")) expectWithinBudget(url, await firstVisit(browser, url));
    }
  if (isLong) {
    const urls = editions.flatMap(({ front, section, story }) => [front, section, story]);
    for (const [url, { scores, faults }] of await auditPages(urls, FLAWLESS)) {
      const isStory = url.includes("/article/");
      // Most stories are not for search engines, which Lighthouse calls a fault.
      expect.soft(faults, url).toEqual(isStory ? ["is-crawlable"] : []);
      const names = FLAWLESS.filter((name) => !isStory || name !== "seo");
      expect.soft(scores, url).toMatchObject(Object.fromEntries(names.map((name) => [name, 1])));
    }
  }
  await stop();
});
