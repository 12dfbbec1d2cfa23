import { startInjector } from "../support/injector.ts";
import { PAGES } from "../support/pages.ts";
import { expect, SECTIONS, test } from "./newsroom.ts";

declare global {
  interface Window {
    violations?: string[];
    hasRun?: boolean;
  }
}

/** Notes what the browser refuses, from the first byte on. */
function noteViolations() {
  window.violations = [];
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    window.violations?.push(`${effectiveDirective} ${blockedURI} ${sample}`);
  });
}

test("every page keeps within its policy, which allows no inline script but by digest", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  await page.addInitScript(noteViolations);
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  for (const { path, status } of PAGES) {
    const answer = await page.goto(site.url + path);
    expect(answer?.status(), path).toBe(status);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy, path).not.toContain("unsafe");
    expect(policy, path).toContain(`frame-ancestors ${path.startsWith("/embed/") ? "*" : "'none'"}`);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => window.violations), path).toEqual([]);
  }
  // React is there: its scripts are among those that may run.
  await page.goto(`${site.url}/local`);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeAttached();
  let loads = 0;
  page.on("load", () => loads++);
  await page.getByRole("link", { name: "Sports" }).first().click();
  await expect(page).toHaveURL(`${site.url}/sports`);
  expect(await page.evaluate(() => window.violations)).toEqual([]);
  expect(loads).toBe(0);
});

// What the browser refuses, it says in its console, which would fail a quiet test.
const loud = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures a fixture uses
  quiet: async ({}, use) => use(undefined),
});

loud("what gets into a page does not run: fresh, kept, or known to the browser already", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  const injector = await startInjector(
    site.url,
    `<script>window.hasRun = true</script><img src="/nothing.png" alt="" onerror="window.hasRun = true">`,
  );
  await page.addInitScript(noteViolations);
  await page.goto(injector.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  for (const path of ["/", "/about", "/article/morning-world-story-2"])
    for (const round of ["made", "kept", "not sent again"]) {
      if (round === "kept")
        await page
          .context()
          .newCDPSession(page)
          .then((cdp) => cdp.send("Network.clearBrowserCache"));
      await page.goto(injector.url + path);
      await page.waitForLoadState("networkidle");
      const refused = (await page.evaluate(() => window.violations)) ?? [];
      expect(
        refused.filter((line) => line.startsWith("script-src-elem")),
        `${path} ${round}`,
      ).toHaveLength(1);
      expect(
        refused.filter((line) => line.startsWith("script-src-attr")),
        `${path} ${round}`,
      ).toHaveLength(1);
      expect(await page.evaluate(() => window.hasRun), `${path} ${round}`).toBeUndefined();
      // The page's own scripts run all the same.
      expect(await page.evaluate(() => "__reactRouterContext" in window)).toBe(true);
    }
  expect(injector.answers).toEqual(
    expect.arrayContaining(["304 /", "304 /about", "304 /article/morning-world-story-2"]),
  );
  await injector.close();
});
