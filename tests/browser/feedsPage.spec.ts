import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { breachesOfFeedRules } from "../support/feedRules.ts";
import { overflowOf, violationsOf } from "./accessibility.ts";
import { expect, openHydrated, test } from "./fixtures.ts";

test("the button builds the feed of 50 articles without the network and opens it in a new tab", async ({
  page,
  site,
}) => {
  // Records the blob when its URL is created, since the content security policy forbids fetching blob URLs.
  await page.addInitScript(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      Object.assign(window, { feedBlob: blob });
      return create(blob);
    };
  });
  await openHydrated(page, `${site.url}/rss.xml`);
  // Waits until the browser is idle and has loaded the scripts that the test needs offline.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.context().on("request", (request) => {
    if (!request.url().startsWith("blob:")) requests.push(request.url());
  });
  // Goes offline, so that the feed can contain only data that came with the page.
  await page.context().setOffline(true);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Generate RSS Feed" }).click();
  const tab = await opening;
  await tab.waitForURL(/^blob:/);
  const xml = await page.evaluate(() => (window as unknown as { feedBlob: Blob }).feedBlob.text());
  expect(requests).toEqual([]);

  expect(breachesOfFeedRules(xml, `${site.url}/rss.xml`)).toEqual([]);
  expect(xml).toContain("<ttl>60</ttl>");
  expect(xml).toContain("<language>en-US</language>");
  expect(xml).toContain('width="1200" height="630"');
  const { articles } = readFeed(Buffer.from(xml), {}).feed;
  expect(articles).toHaveLength(50);
  const dates = articles.map(({ publishedAt }) => publishedAt ?? "");
  expect(dates).toEqual(dates.toSorted().reverse());
  await expect(page.getByRole("status").filter({ hasText: "Built a feed of 50 articles" })).toBeVisible();
});

test("a button copies the URL of each feed", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHydrated(page, `${site.url}/feed`);
  const buttons = page.getByRole("button", { name: /^Copy the address/ });
  await expect(buttons).toHaveCount(17);
  for (const [name, path] of [
    ["All sections", "/rss.xml"],
    ["Real Estate & Housing", "/real-estate/rss.xml"],
  ]) {
    await page.getByRole("button", { name: `Copy the address: ${name}` }).click();
    await expect(page.getByRole("status").filter({ hasText: `Copied: ${name}.` })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + path);
  }
});

test("says how to copy a URL where the clipboard is missing, accessibly", async ({ page, site }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await openHydrated(page, `${site.url}/rss.xml`);
  await expect(page.getByRole("button", { name: "Generate RSS Feed" })).toBeVisible();
  expect(await violationsOf(page, { widths: [320, 1280] })).toEqual([]);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.getByRole("button", { name: "Copy the address: Sports" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Select the address next to Sports" })).toBeVisible();
});

test("the header links to the feeds, and the page to their newest stories", async ({ page, site }) => {
  await page.goto(`${site.url}/about`);
  await page.getByRole("banner").getByRole("link", { name: "RSS" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("RSS Feeds");
  await expect(page).toHaveTitle("RSS Feeds | The Chicago Meridian");
  await page.getByRole("region", { name: "In the feed now" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/article\//);
});

test("shows the URLs and explains the missing button without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/rss.xml`);
  await expect(page.getByText(`${site.url}/sports/rss.xml`)).toBeVisible();
  // Uses a locator, since Playwright's getByText skips noscript elements.
  await expect(page.locator("main noscript p", { hasText: "Building a feed here requires JavaScript." })).toBeVisible();
  await expect(page.getByRole("button", { name: /Copy|Generate/ })).toHaveCount(0);
  await context.close();
});
