import type { Page } from "@playwright/test";
import type { Document } from "yaml";
import { feedPath } from "../support/wire.ts";
import { expect, type Newsroom, test } from "./newsroom.ts";

const PLAYER = "https://www.youtube.com/embed/aqz-KE-bpKQ";
const STORY = "/article/the-river-in-motion";

/** A site with a story whose publisher lets us print its text, in which a player stands. */
async function openStory({ host, open }: Newsroom) {
  host.serve(feedPath("local"), {
    body: `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Wire</title><link>${host.url("/")}</link><description>Test</description><item>
<title>The river in motion</title><link>${host.url("/river")}</link><pubDate>Mon, 20 Apr 2026 12:00:00 GMT</pubDate>
<description>Short.</description><content:encoded><![CDATA[<p>Before the film.</p>
<p><iframe src="${PLAYER}" title="The river at night"></iframe></p><p>After the film.</p>]]></content:encoded>
</item></channel></rss>`,
  });
  return open((edition: Document) => edition.setIn(["sections", 0, "feeds", 0, "fullText"], true));
}

/** Stands in for the provider, which no test may reach. */
async function playProvider(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    (url) => url.protocol === "https:",
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: "text/html",
        body: "<!doctype html><title>Theirs</title><p>Their player</p>",
      });
    },
  );
  return asked;
}

test("a player in a story loads when the reader says so, in its place, and by itself once that is remembered", async ({
  page,
  newsroom,
}) => {
  const asked = await playProvider(page);
  const site = await openStory(newsroom);
  await page.goto(site.url + STORY);
  await expect(page.getByText("This comes from YouTube, which learns of your visit once you load it.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Read the original at The Test Wire" })).toBeVisible();
  const placeOfNext = () =>
    page.getByText("After the film.").evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await placeOfNext();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);

  await page.getByRole("checkbox", { name: "Always load from www.youtube.com on this device" }).check();
  await page.getByRole("button", { name: "Load from www.youtube.com: The river at night" }).click();
  const frame = page.locator('iframe[title="The river at night"]');
  await expect(frame.contentFrame().getByText("Their player")).toBeVisible();
  expect(asked).toEqual([PLAYER]);
  const box = await frame.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(await placeOfNext()).toBe(before);

  await page.reload();
  await expect(frame.contentFrame().getByText("Their player")).toBeVisible();
  await page.getByRole("button", { name: "Do not load by itself" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Load from www.youtube.com: The river at night" })).toBeVisible();
  await expect(frame).toHaveCount(0);
});

test("without JavaScript a player is a link as large as the player, which says whose it is", async ({
  browser,
  newsroom,
}) => {
  const site = await openStory(newsroom);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(site.url + STORY);
  const link = page.getByRole("link", { name: "The river at night Play at YouTube" });
  await expect(link).toHaveAttribute("href", PLAYER);
  const box = await link.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  await context.close();
});

test("links in texts lead through the site without loading it anew, and out of it as links do", async ({
  page,
  site,
}) => {
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
  await text.getByRole("link", { name: "RSS page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("RSS Feeds");
  expect(await isSamePage()).toBe(false);
});
