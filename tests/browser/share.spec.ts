import { expect, test } from "./fixtures.ts";

const STORY = "/article/morning-world-story-2";

test("copies a story's URL and confirms it", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(site.url + STORY);
  const share = page.getByRole("region", { name: "Share this story" });
  await share.getByRole("button", { name: "Copy link" }).click();
  await expect(share.getByRole("status")).toHaveText("Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + STORY);
  // Only devices with a share sheet have a button that opens the sheet.
  const canShare = await page.evaluate(() => "share" in navigator);
  await expect(share.getByRole("button", { name: "Share", exact: true })).toHaveCount(canShare ? 1 : 0);
});

test("opens the device's share sheet where there is one", async ({ page, site }) => {
  await page.addInitScript(() => {
    navigator.share = async (data) => void Object.assign(window, { shared: data });
  });
  await page.goto(site.url + STORY);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  expect(await page.evaluate(() => (window as { shared?: unknown }).shared)).toEqual({
    title: "Morning world story 2",
    url: site.url + STORY,
  });
});

test("offers email without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url + STORY);
  const share = page.getByRole("region", { name: "Share this story" });
  await expect(share.getByRole("button")).toHaveCount(0);
  const address = new URL((await share.getByRole("link", { name: "Email" }).getAttribute("href")) ?? "");
  expect(address.searchParams.get("subject")).toBe("Morning world story 2");
  expect(address.searchParams.get("body")).toContain(site.url + STORY);
  await context.close();
});
