import { broadsheet } from "../support/commandLine.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { violationsOf } from "./accessibility.ts";
import { expect, holdBack, openHydrated, test, waitForHydration } from "./fixtures.ts";

// The first test ends offline, and the browser logs each request that then fails.
test.use({ allowedErrors: /404|ERR_INTERNET_DISCONNECTED/ });

test("an open page counts new stories and shows them on a click", async ({ page, ownSite }) => {
  const site = await ownSite.start(undefined, { sections: ["local"] });
  await page.setViewportSize({ width: 1280, height: 800 });
  // Caches the front page's scripts, which the router may request while the page is offline.
  await openHydrated(page, site.url);
  await page.clock.install();
  await openHydrated(page, `${site.url}/local`);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/edition/")) requests.push(request.url());
  });

  // Without new stories there is no button.
  await page.clock.runFor(61_000);
  await expect.poll(() => requests.length).toBe(1);
  const button = page.getByRole("button", { name: /new stor(y|ies)$/ });
  await expect(button).toHaveCount(0);

  ownSite.host.serve(feedPath("local"), {
    body: createSectionFeed(ownSite.host, "local", { edition: "Evening", count: 2 }),
    contentType: "application/rss+xml",
  });
  await ownSite.poll("local");
  // Waits for the new stories, since `poll` waits only 5 s for pages, which is too short on a busy machine.
  const changes = `${site.url}/api/edition/changes.json?section=local`;
  await readUntil(
    async () => (await fetch(changes)).text(),
    (text) => text.includes("evening-local-story-2"),
  );
  await page.evaluate(() => window.scrollTo(0, 500));
  const getTop = () =>
    page.getByRole("heading", { level: 1 }).evaluate((heading) => heading.getBoundingClientRect().top);
  const before = await getTop();
  await page.clock.runFor(60_000);
  await expect(button).toHaveText("2 new stories");
  await expect(button).toBeInViewport();
  expect(await getTop()).toBe(before);
  await expect(page.getByRole("heading", { name: "Evening local story 1" })).toHaveCount(0);

  await button.click();
  await expect(page.getByRole("heading", { name: "Evening local story 1" })).toBeVisible();
  await expect(button).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // While the browser is offline, the page does not poll.
  await page.context().setOffline(true);
  await page.clock.runFor(120_000);
  expect(requests.length).toBe(2);
});

test("an open page shows and announces an alert; a dismissed or ended one is hidden before the page is painted", async ({
  page,
  context,
  site,
}) => {
  const run = async (...args: string[]) =>
    expect(await broadsheet(["alerts", ...args], site.env)).toMatchObject({ status: 0 });
  const add = (text: string, level: string) => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    return run("add", "--text", text, "--level", level, "--until", until);
  };
  await openHydrated(page, `${site.url}/faq`);
  const bar = page.getByRole("region", { name: "Alerts" });
  const announcement = page.getByRole("status").filter({ hasText: "Bridge" });
  await expect(bar).toHaveCount(0);

  await add("Bridge closed in both directions", "breaking");
  await expect(bar).toContainText("Breaking Bridge closed in both directions");
  await expect(announcement).toHaveText("Bridge closed in both directions");
  expect(await violationsOf(page, { within: "section" })).toEqual([]);

  // Waits until /no-such-page and /faq show the alert, since the site renders cached pages again one after the other.
  for (const path of ["/no-such-page", "/faq"])
    await readUntil(
      async () => (await fetch(site.url + path)).text(),
      (text) => text.includes("Bridge closed"),
    );
  // The next page contains the alert from the start, so the alert moves nothing and is not announced again.
  await page.goto(`${site.url}/no-such-page`);
  await waitForHydration(page);
  await expect(bar).toContainText("Bridge closed");
  await expect(announcement).toHaveCount(0);
  const dismiss = page.getByRole("button", { name: "Dismiss: Bridge closed in both directions" });
  await dismiss.focus();
  await page.keyboard.press("Enter");
  await expect(bar).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);

  // Holds back the script files. The inline script hides the dismissed alert without a layout shift.
  await context.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as never as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const release = await holdBack(page, "**/assets/*.js");
  await page.goto(`${site.url}/faq`, { waitUntil: "commit" });
  await expect(page.locator("[data-alert]")).toHaveCount(1);
  await expect(page.locator("[data-alert]")).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
  release();

  // An alert disappears when the browser's clock reaches the alert's end. The server's clock is an hour behind, so the
  // server still lists the alert.
  await page.clock.install();
  await add("Storm warning", "weather");
  await openHydrated(page, `${site.url}/faq`);
  await expect(bar).toContainText("Weather Storm warning");
  await page.clock.fastForward(3_600_000);
  await expect(bar).toHaveCount(0);

  // Ends the alerts, since other tests share the site.
  for (const number of ["1", "2"]) await run("end", number);
  await expect.poll(async () => (await fetch(`${site.url}/api/alerts.json`)).text()).toBe("[]");
});
