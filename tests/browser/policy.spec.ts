import { startInjector } from "../support/injectingProxy.ts";
import { PAGES } from "../support/pages.ts";
import { expect, live, openLive, SECTIONS, test } from "./newsroom.ts";

declare global {
  interface Window {
    violations?: string[];
    hasRun?: boolean;
  }
}

/** Records policy violations from the first byte of a page. */
function recordViolations() {
  window.violations = [];
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    window.violations?.push(`${effectiveDirective} ${blockedURI} ${sample}`);
  });
}

test("every page obeys its policy, which allows inline scripts by digest only", async ({ page, site }) => {
  await page.addInitScript(recordViolations);
  for (const { path, status } of PAGES) {
    const answer = await page.goto(site.url + path);
    expect(answer?.status(), path).toBe(status);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy, path).not.toContain("unsafe");
    expect(policy, path).toContain(`frame-ancestors ${path.startsWith("/embed/") ? "*" : "'none'"}`);
    // Embedded pages have none of the controls that `live` waits for.
    if (path.startsWith("/embed/")) await page.waitForLoadState("networkidle");
    else await live(page);
    expect(await page.evaluate(() => window.violations), path).toEqual([]);
  }
  // The router works, so the site's own scripts run.
  await openLive(page, `${site.url}/local`);
  let loads = 0;
  page.on("load", () => loads++);
  await page.getByRole("link", { name: "Sports" }).first().click();
  await expect(page).toHaveURL(`${site.url}/sports`);
  expect(await page.evaluate(() => window.violations)).toEqual([]);
  expect(loads).toBe(0);
});

// The console reports each violation, which would fail a test with the `quiet` fixture.
const loud = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the used fixtures from the pattern
  quiet: async ({}, use) => use(undefined),
});

loud("blocks injected scripts in rendered, cached and revalidated pages", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  const injector = await startInjector(
    site.url,
    `<script>window.hasRun = true</script><img src="/nothing.png" alt="" onerror="window.hasRun = true">`,
  );
  await page.addInitScript(recordViolations);
  await page.goto(injector.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  for (const path of ["/", "/about", "/article/morning-world-story-2"])
    for (const round of ["rendered", "cached", "revalidated"]) {
      if (round === "cached")
        await page
          .context()
          .newCDPSession(page)
          .then((cdp) => cdp.send("Network.clearBrowserCache"));
      await page.goto(injector.url + path);
      await page.waitForLoadState("networkidle");
      const violations = (await page.evaluate(() => window.violations)) ?? [];
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
  expect(injector.responses).toEqual(
    expect.arrayContaining(["304 /", "304 /about", "304 /article/morning-world-story-2"]),
  );
  await injector.close();
});
