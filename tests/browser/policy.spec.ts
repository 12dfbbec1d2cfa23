import { startInjector } from "../support/injectingProxy.ts";
import { isLong } from "../support/longTests.ts";
import { expect, openHydrated, test } from "./fixtures.ts";
import { readViolations, recordViolations } from "./policyViolations.ts";

declare global {
  interface Window {
    hasRun?: boolean;
  }
}

test("a page that the router opens obeys its policy, too", async ({ page, site }) => {
  await recordViolations(page);
  await openHydrated(page, `${site.url}/local`);
  let loads = 0;
  page.on("load", () => loads++);
  await page.getByRole("link", { name: "Sports" }).first().click();
  await expect(page).toHaveURL(`${site.url}/sports`);
  expect(await readViolations(page)).toEqual([]);
  expect(loads).toBe(0);
});

// Replaces the fixture `consoleCheck`, which would fail a test because the console reports each violation.
const loud = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the used fixtures from the pattern
  consoleCheck: async ({}, use) => use(undefined),
});

loud("blocks injected scripts in rendered, cached and revalidated pages", async ({ page, site }) => {
  const injector = await startInjector(
    site.url,
    `<script>window.hasRun = true</script><img src="/nothing.png" alt="" onerror="window.hasRun = true">`,
  );
  await recordViolations(page);
  const paths = ["/about", ...(isLong ? ["/", "/article/morning-world-story-2"] : [])];
  for (const path of paths)
    for (const round of ["rendered", "cached", "revalidated"]) {
      if (round === "cached")
        await page
          .context()
          .newCDPSession(page)
          .then((cdp) => cdp.send("Network.clearBrowserCache"));
      await page.goto(injector.url + path);
      await page.waitForLoadState("networkidle");
      const violations = await readViolations(page);
      expect(
        violations.filter((line) => line.startsWith("script-src-elem")),
        `${path} ${round}`,
      ).toHaveLength(1);
      expect(
        violations.filter((line) => line.startsWith("script-src-attr")),
        `${path} ${round}`,
      ).toHaveLength(1);
      expect(await page.evaluate(() => window.hasRun), `${path} ${round}`).toBeUndefined();
      // The page's own scripts still run.
      expect(await page.evaluate(() => "__reactRouterContext" in window)).toBe(true);
    }
  expect(injector.responses).toEqual(expect.arrayContaining(paths.map((path) => `304 ${path}`)));
  await injector.close();
});
