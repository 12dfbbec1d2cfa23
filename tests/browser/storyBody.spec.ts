import type { Page } from "@playwright/test";
import type { Document } from "yaml";
import { feedPath } from "../support/sectionFeeds.ts";
import { expect, type OwnSite, test } from "./fixtures.ts";

const PLAYER = "https://www.youtube.com/embed/aqz-KE-bpKQ";
const STORY = "/article/the-river-in-motion";

/** Starts a site with a full-text story that contains a player. */
async function startSiteWithPlayer({ host, start }: OwnSite) {
  host.serve(feedPath("local"), {
    body: `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Wire</title><link>${host.url("/")}</link><description>Test</description><item>
<title>The river in motion</title><link>${host.url("/river")}</link><pubDate>Mon, 20 Apr 2026 12:00:00 GMT</pubDate>
<description>Short.</description><content:encoded><![CDATA[<p>Before the film.</p>
<p><iframe src="${PLAYER}" title="The river at night"></iframe></p><p>After the film.</p>]]></content:encoded>
</item></channel></rss>`,
  });
  const change = (edition: Document) => edition.setIn(["sections", 0, "feeds", 0, "rights"], { text: "full" });
  return start(change, { sections: ["local"] });
}

/** Responds in place of the player's provider. Returns the list of URLs that are requested from the provider. */
async function fakeProvider(page: Page): Promise<string[]> {
  const requests: string[] = [];
  await page.route(
    (url) => url.protocol === "https:",
    (route) => {
      requests.push(route.request().url());
      return route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><title>Theirs</title><p>Their player</p>",
      });
    },
  );
  return requests;
}

test("a player in a story loads on a click, and automatically once the reader allows it", async ({
  page,
  browser,
  ownSite,
}) => {
  const requests = await fakeProvider(page);
  const site = await startSiteWithPlayer(ownSite);
  await test.step("a player is a link of its size that names the provider without JavaScript", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    const plain = await context.newPage();
    await plain.goto(site.url + STORY);
    const link = plain.getByRole("link", { name: "The river at night Play at YouTube" });
    await expect(link).toHaveAttribute("href", PLAYER);
    const box = await link.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
    await context.close();
  });

  await page.goto(site.url + STORY);
  await expect(page.getByText("This comes from YouTube, which will see your visit once you load it.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Read the original at The Test Wire" })).toBeVisible();
  const getNextTop = () =>
    page.getByText("After the film.").evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await getNextTop();
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);

  await page.getByRole("checkbox", { name: "Always load from www.youtube.com on this device" }).check();
  await page.getByRole("button", { name: "Load from www.youtube.com: The river at night" }).click();
  const frame = page.locator('iframe[title="The river at night"]');
  await expect(frame.contentFrame().getByText("Their player")).toBeVisible();
  expect(requests).toEqual([PLAYER]);
  const box = await frame.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(await getNextTop()).toBe(before);

  await page.reload();
  await expect(frame.contentFrame().getByText("Their player")).toBeVisible();
  await page.getByRole("button", { name: "Don’t load automatically" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Load from www.youtube.com: The river at night" })).toBeVisible();
  await expect(frame).toHaveCount(0);
});

test("links in texts use the router within the site, and load files from the server", async ({ page, site }) => {
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeAttached();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const isSamePage = () => page.evaluate(() => "isSamePage" in window);
  const text = page.getByRole("main");
  await text.getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL(`${site.url}/faq`);
  await page.getByText("Can I see which sources you use?").click();
  await text.getByRole("link", { name: "Sources" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sources");
  expect(await isSamePage()).toBe(true);
  await page.goBack();
  await page.getByText("Do you have RSS feeds?").click();
  await text.getByRole("link", { name: "RSS Feeds" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("RSS Feeds");
  expect(await isSamePage()).toBe(false);
});
