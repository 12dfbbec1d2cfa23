import { feedPath, wireFeed } from "../support/wire.ts";
import { expect, SECTIONS, test } from "./newsroom.ts";

const block = (section: string) => `section[aria-labelledby="block-${section}"]`;
const NOTICE = "Using cached articles";

test("a section goes from loading to fresh without a reload", async ({ page, newsroom }) => {
  newsroom.host.fault(feedPath("world"), { kind: "hang" }, "all");
  for (const { kind } of newsroom.host.relays) newsroom.host.fault(`/relay/${kind}`, { kind: "hang" });
  const site = await newsroom.open(undefined, { isPatient: true });
  // Requests that hang are never answered; the feed answers those after `heal`.
  await page.goto(site.url);
  await expect(page.locator(block("world"))).toHaveAttribute("data-state", "loading");
  await expect(page.locator(block("local"))).toHaveAttribute("data-state", "fresh");
  await expect(page.locator(block("local"))).toContainText("Morning local story 2");

  newsroom.host.heal(feedPath("world"));
  for (const { kind } of newsroom.host.relays) newsroom.host.heal(`/relay/${kind}`);
  newsroom.host.release();
  await expect(page.locator(block("world"))).toHaveAttribute("data-state", "fresh");
  await expect(page.locator(block("world"))).toContainText("Morning world story 1");
  await expect(page.locator(block("world"))).not.toContainText(NOTICE);
});

test("a failing feed keeps its last stories with the notice, and recovers", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  await page.goto(site.url);
  await expect(page.locator(block("health"))).toHaveAttribute("data-state", "fresh");

  newsroom.host.fault(feedPath("health"), { kind: "status", status: 500 }, "all");
  await newsroom.poll("health");
  await page.reload();
  await expect(page.locator(block("health"))).toHaveAttribute("data-state", "cached");
  await expect(page.locator(block("health")).getByRole("status")).toHaveText(NOTICE);
  await expect(page.locator(block("health"))).toContainText("Morning health story 1");
  await expect(page.locator(block("food")).getByRole("status")).toBeEmpty();

  newsroom.host.serve(feedPath("health"), { body: wireFeed(newsroom.host, "health", { edition: "Evening" }) });
  newsroom.host.heal(feedPath("health"));
  await newsroom.poll("health");
  await page.reload();
  await expect(page.locator(block("health"))).toHaveAttribute("data-state", "fresh");
  await expect(page.locator(block("health"))).toContainText("Evening health story 1");
});

test("shows the samples with the notice while every feed fails", async ({ page, newsroom }) => {
  for (const section of SECTIONS) newsroom.host.fault(feedPath(section), { kind: "status", status: 503 }, "all");
  const site = await newsroom.open();
  await page.goto(site.url);
  await expect(page.locator('section[data-state="samples"]')).toHaveCount(SECTIONS.length);
  await expect(page.getByRole("status").filter({ hasText: NOTICE })).toHaveCount(SECTIONS.length);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/River stands at a 40-year high/);
  expect(await page.locator('a[href^="/article/"]:not([tabindex="-1"])').count()).toBe(SECTIONS.length * 5 + 1);
});

test("shows samples after eight seconds without a response from a feed", async ({ page, newsroom }) => {
  newsroom.host.fault(feedPath("opinion"), { kind: "hang" }, "all");
  for (const { kind } of newsroom.host.relays) newsroom.host.fault(`/relay/${kind}`, { kind: "hang" });
  const site = await newsroom.open(undefined, { atOnce: true });
  await page.goto(site.url);
  await expect(page.locator(block("opinion"))).toHaveAttribute("data-state", "loading");
  await expect(page.locator(block("opinion"))).toHaveAttribute("data-state", "samples");
  await expect(page.locator(block("opinion")).getByRole("status")).toHaveText(NOTICE);
});

test("shows the articles of the third relay while the first two fail", async ({ page, newsroom }) => {
  for (const section of SECTIONS) newsroom.host.fault(feedPath(section), { kind: "status", status: 500 }, "direct");
  newsroom.host.fault("/relay/wrapper", { kind: "cut" });
  newsroom.host.fault("/relay/passthrough", { kind: "page" });
  const site = await newsroom.open();
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  await expect(page.locator(block("culture"))).toContainText("Morning culture story 1");
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  expect(newsroom.host.requests("/relay/wrapper")).toHaveLength(SECTIONS.length);
  expect(newsroom.host.requests("/relay/passthrough")).toHaveLength(SECTIONS.length);
  expect(newsroom.host.requests("/relay/converter")).toHaveLength(SECTIONS.length);
});

test("requests no relay while the feed itself responds", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  await page.goto(site.url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  for (const { kind } of newsroom.host.relays) expect(newsroom.host.requests(`/relay/${kind}`)).toHaveLength(0);
});

test("the hero is the first story with an image from Local and National", async ({ page, newsroom }) => {
  newsroom.host.serve(feedPath("national"), { body: wireFeed(newsroom.host, "national", { pictures: true }) });
  const site = await newsroom.open();
  await page.goto(site.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning national story 1");
  // The hero does not appear in its section's block again.
  await expect(page.locator(block("national"))).not.toContainText("Morning national story 1");
  await expect(page.locator(block("national"))).toContainText("Morning national story 2");
});

test("links lead to sections and stories without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  // The page reloads itself until all sections have loaded.
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(SECTIONS.length);
  await page.locator(block("food")).getByRole("link", { name: "View All: Food & Dining" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Food & Dining" })).toBeVisible();
  await page.getByRole("link", { name: "Morning food story 3" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning food story 3");
  await expect(page.getByRole("link", { name: "Continue reading at The Test Wire" })).toBeVisible();
  await context.close();
});
