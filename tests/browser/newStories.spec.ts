import { feedPath, wireFeed } from "../support/wire.ts";
import { expect, SECTIONS, test } from "./newsroom.ts";

// At its end the page is offline, and whatever else it wanted then is said in the console.
test.use({ expected: /404|ERR_INTERNET_DISCONNECTED/ });

test("a page that is left open says how many stories are new, and shows them when it is told to", async ({
  page,
  newsroom,
}) => {
  const site = await newsroom.open();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  await page.clock.install();
  await page.goto(`${site.url}/local`);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeAttached();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/edition/")) asked.push(request.url());
  });

  // Nothing is new: nothing is said.
  await page.clock.runFor(61_000);
  await expect.poll(() => asked.length).toBe(1);
  const offer = page.getByRole("button", { name: /new stor(y|ies)$/ });
  await expect(offer).toHaveCount(0);

  newsroom.host.serve(feedPath("local"), {
    body: wireFeed(newsroom.host, "local", { edition: "Evening", count: 2 }),
    contentType: "application/rss+xml",
  });
  await newsroom.poll("local");
  await page.evaluate(() => window.scrollTo(0, 500));
  const place = () =>
    page.getByRole("heading", { level: 1 }).evaluate((heading) => heading.getBoundingClientRect().top);
  const before = await place();
  await page.clock.runFor(60_000);
  await expect(offer).toHaveText("2 new stories");
  await expect(offer).toBeInViewport();
  expect(await place()).toBe(before);
  await expect(page.getByRole("heading", { name: "Evening local story 1" })).toHaveCount(0);

  await offer.click();
  await expect(page.getByRole("heading", { name: "Evening local story 1" })).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // Who is offline asks for nothing.
  await page.context().setOffline(true);
  await page.clock.runFor(120_000);
  expect(asked.length).toBe(2);
});
