import type { Page } from "@playwright/test";
import { toPublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { overflowOf, violationsOf } from "../browser/accessibility.ts";
import { expect, test } from "../browser/fixtures.ts";
import { readViolations, recordViolations } from "../browser/policyViolations.ts";
import { expectWithinBudget } from "../support/budgets.ts";
import { firstVisit } from "../support/firstVisit.ts";
import { auditPages, FLAWLESS } from "../support/lighthouse.ts";
import { isLong } from "../support/longTests.ts";
import { scaleLimit } from "../support/scaleLimit.ts";
import { startShippedEditions } from "../support/shippedEditions.ts";

/** Narrowest and usual window widths, in pixels. */
const WIDTHS = [320, 1280];
const DATE_BAR_WIDTHS = [320, 390, 768, 1280];
/** Height of one line of the date bar, in pixels. */
const DATE_BAR_LINE = 36;

// One test checks all editions, since they share a site that takes long to start.
test("all shipped editions are accessible in both themes and within the budgets", async ({ browser, page }) => {
  test.setTimeout(scaleLimit(600_000));
  const { editions, stop } = await startShippedEditions();
  await recordViolations(page);
  for (const { id, front, section, story } of editions)
    for (const url of [front, section, story]) {
      const response = await page.goto(url);
      expect(response?.status(), url).toBe(200);
      // A thorough check covers both themes. `hasFrame` includes header and footer, which have the edition's colors.
      for (const colorScheme of isLong ? (["light"] as const) : (["light", "dark"] as const)) {
        // In the dark theme, checks only the rules on colors, since the other rules do not depend on the theme.
        // On Chicago's pages, too, checks only the rules on colors, since everyPage.spec.ts checks the other rules.
        const isOfColors = colorScheme === "dark" || id === "chicago";
        const options = { colorScheme, isOfColors, isThorough: isLong, hasFrame: url === front };
        expect.soft(await violationsOf(page, options), `${url}, ${colorScheme}`).toEqual([]);
      }
      expect.soft(await readViolations(page), url).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await overflowOf(page), `${url} at ${width} px`).toBeLessThanOrEqual(0);
      }
      if (url === front)
        for (const width of DATE_BAR_WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const height = await measureDateBar(page, await listDates(id));
          expect.soft(height, `date bar of ${id} at ${width} px`).toBeLessThan(2 * DATE_BAR_LINE);
        }
      // Chicago's front page is measured in firstVisit.spec.ts.
      if (isLong || (url === front && id !== "chicago")) expectWithinBudget(url, await firstVisit(browser, url));
    }
  if (isLong) {
    const urls = editions.flatMap(({ front, section, story }) => [front, section, story]);
    for (const [url, { scores, faults }] of await auditPages(urls, FLAWLESS)) {
      const isStory = url.includes("/article/");
      // Most stories' pages tell search engines not to index them, which Lighthouse calls a fault.
      expect.soft(faults, url).toEqual(isStory ? ["is-crawlable"] : []);
      const names = FLAWLESS.filter((name) => !isStory || name !== "seo");
      expect.soft(scores, url).toMatchObject(Object.fromEntries(names.map((name) => [name, 1])));
    }
  }
  // Closes the page, which would otherwise request new stories from the stopped site and log an error.
  await page.close();
  await stop();
});

/** Returns the texts of the date bar on each day of 2026: the long date, and the short date if there is one. */
async function listDates(id: string): Promise<string[][]> {
  const [edition] = await loadEditions("editions", undefined, [id]);
  if (!edition) throw new Error(`There is no edition ${id}.`);
  return Array.from({ length: 365 }, (_, day) => {
    const { dateline, short } = toPublicEdition(edition, Date.UTC(2026, 0, 1 + day, 18), true).dateBar;
    return short === undefined ? [dateline] : [dateline, short];
  });
}

/** Returns the largest height, in pixels, that the date bar has with any of the dates. */
function measureDateBar(page: Page, dates: readonly string[][]): Promise<number> {
  return page
    .locator("header > div")
    .first()
    .evaluate((bar, dates) => {
      const spans = [...bar.querySelectorAll("span")];
      const heights = dates.map((texts) => {
        texts.forEach((text, index) => {
          const span = spans[index];
          if (span) span.textContent = text;
        });
        return bar.clientHeight;
      });
      return Math.max(...heights);
    }, dates);
}
