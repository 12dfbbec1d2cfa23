import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { expect, SECTIONS, test } from "./fixtures.ts";

// The test ends offline, and the browser logs each request that fails then.
test.use({ allowedErrors: /404|ERR_INTERNET_DISCONNECTED/ });

test("an open page counts new stories and shows them on a click", async ({ page, ownSite }) => {
  const site = await ownSite.start();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  await page.clock.install();
  await page.goto(`${site.url}/local`);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeAttached();
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

  // Offline, the page does not poll.
  await page.context().setOffline(true);
  await page.clock.runFor(120_000);
  expect(requests.length).toBe(2);
});
