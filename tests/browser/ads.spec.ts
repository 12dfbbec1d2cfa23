import type { Page } from "@playwright/test";
import type { Document } from "yaml";
import { type AdServer, startAdServer } from "../support/adServer.ts";
import { type SharedSite, startSharedSite } from "../support/sharedSite.ts";
import { expect, openHydrated, test } from "./fixtures.ts";

/** Sections with a feed. */
const FEEDS = ["local", "food"];

let adServer: AdServer;
let site: SharedSite;

// The tests share a site and an ad server. Only the ad server's responses differ between tests.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  adServer = await startAdServer();
  site = await startSharedSite({ sections: FEEDS, change: withZones(adServer) });
});
test.beforeEach(() => adServer.reset());
test.afterAll(async () => {
  await site?.stop();
  await adServer?.close();
});

declare global {
  interface Window {
    /** Ends all suspended time limits of the page at once. */
    expireTimeouts(): void;
  }
}

/** Suspends the page's time limits until `expireTimeouts` is called, since ads may be late on a busy machine. */
function holdTimeouts(): void {
  const held: AbortController[] = [];
  AbortSignal.timeout = () => {
    const controller = new AbortController();
    held.push(controller);
    return controller.signal;
  };
  window.expireTimeouts = () => {
    for (const controller of held.splice(0)) controller.abort();
  };
}

/** Returns a change that puts the ad server's zones 11, 12 and 13 into an edition's three slots. */
const withZones =
  ({ tag }: Pick<AdServer, "tag">) =>
  (edition: Document) => {
    edition.set("adServer", edition.createNode(tag));
    for (const slot of [0, 1, 2]) edition.setIn(["ads", slot, "zone"], 11 + slot);
  };

const slot = (page: Page, id: number) => page.locator(`[data-banner="${id}"]`);
async function boxOf(page: Page, id: number) {
  const box = await slot(page, id).boundingBox();
  if (!box) throw new Error(`Slot ${id} is not visible.`);
  return box;
}

/** Opens a front page that has all stories, so that nothing moves later. Suspends the page's time limits. */
async function openFilled(page: Page, url: string): Promise<void> {
  await page.addInitScript(holdTimeouts);
  await openHydrated(page, url);
  await expect(page.locator('section[data-state="fresh"]')).toHaveCount(FEEDS.length);
}

test("fills a slot from the ad server when it comes near the viewport, without a layout shift", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openFilled(page, site.url);
  await expect(slot(page, 1)).toBeHidden();
  expect(adServer.requests(), "before the slot is near").toEqual([]);

  const before = await boxOf(page, 2);
  await slot(page, 2).scrollIntoViewIfNeeded();
  await expect(slot(page, 2).getByRole("img", { name: "Zone 12" })).toBeInViewport();
  await expect(slot(page, 2).getByText("Every day in the archive")).toHaveCount(0);
  await expect(slot(page, 2).getByText("Advertisement", { exact: true })).toBeVisible();
  const after = await boxOf(page, 2);
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  expect(adServer.requests().filter((path) => path.startsWith("/asyncspc"))).toEqual([
    "/asyncspc?zones=12&prefix=revive-0-",
  ]);
});

test("requests each slot of a page, and of the next, once", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await openFilled(page, site.url);
  await expect(slot(page, 1).getByRole("img", { name: "Zone 11" })).toBeVisible();
  await slot(page, 2).scrollIntoViewIfNeeded();
  await expect(slot(page, 2).getByRole("img", { name: "Zone 12" })).toBeVisible();
  await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Food" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Food & Dining");
  await slot(page, 3).scrollIntoViewIfNeeded();
  await expect(slot(page, 3).getByRole("img", { name: "Zone 13" })).toBeVisible();
  const zones = adServer.requests().flatMap((path) => /zones=([^&]*)/.exec(path)?.[1] ?? []);
  expect(zones.sort()).toEqual(["11", "12", "13"]);
  expect(adServer.requests().filter((path) => path === "/asyncjs.js")).toHaveLength(1);
});

test("shows the house advertisement when the response does not come, or is empty", async ({ page }) => {
  adServer.respond(11, "hang");
  adServer.respond(13, "empty");
  await page.setViewportSize({ width: 1280, height: 900 });
  await openFilled(page, site.url);
  await expectHouseAd(page, 1, "A shelf of breath and being", "zones=11");
  // A slot without a response does not block the next slot.
  await slot(page, 2).scrollIntoViewIfNeeded();
  await expect(slot(page, 2).getByRole("img", { name: "Zone 12" })).toBeVisible();
  await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Food" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Food & Dining");
  await slot(page, 3).scrollIntoViewIfNeeded();
  await expectHouseAd(page, 3, "Leave the radio on", "/pixel.svg");
});

/** Waits for a slot's request, lets its time limit pass, and expects a house advertisement without a layout shift. */
async function expectHouseAd(page: Page, id: number, name: string, request: string): Promise<void> {
  await expect.poll(() => adServer.requests().some((path) => path.includes(request))).toBe(true);
  const before = await boxOf(page, id);
  await page.evaluate(() => window.expireTimeouts());
  await expect(slot(page, id).locator("ins")).toHaveCount(0);
  await expect(slot(page, id).getByRole("link", { name })).toBeVisible();
  expect(await boxOf(page, id)).toEqual(before);
}

test("links a sold image to its advertiser, and shows house advertisements when image and script are blocked", async ({
  browser,
  ownSite,
}) => {
  const site = await ownSite.start(
    (edition) => {
      withZones({ tag: { script: "http://ads.invalid/asyncjs.js", id: "blocked" } })(edition);
      edition.setIn(["ads", 0, "sold"], edition.createNode([soldAd]));
    },
    { sections: FEEDS },
  );
  // Uses a context without the `consoleCheck` fixture, since the console reports each blocked request.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const blocked: string[] = [];
  const block = (pattern: RegExp) =>
    page.route(pattern, (route) => {
      blocked.push(new URL(route.request().url()).pathname);
      return route.abort("blockedbyclient");
    });
  await block(/ads\.invalid/);
  await openFilled(page, site.url);
  const link = slot(page, 1).getByRole("link", { name: soldAd.alt });
  await expect(link).toHaveAttribute("href", soldAd.href);
  await expect(link).toHaveAttribute("rel", /sponsored/);
  await expect.poll(() => link.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  expect(blocked, "a sold slot needs no ad server").toEqual([]);

  await block(/skyline\.webp/);
  await openFilled(page, site.url);
  await expect(slot(page, 1).getByRole("link", { name: "A shelf of breath and being" })).toBeVisible();
  await expect(slot(page, 1).getByRole("img", { name: soldAd.alt })).toHaveCount(0);
  await slot(page, 2).scrollIntoViewIfNeeded();
  await expect.poll(() => blocked).toContain("/asyncjs.js");
  await expect(slot(page, 2).locator("ins")).toHaveCount(0);
  await expect(slot(page, 2).getByRole("link", { name: "Every day in the archive" })).toBeVisible();
  await context.close();
});

test("requests no banner that is wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await openFilled(page, site.url);
  await expect(slot(page, 1).getByRole("link", { name: "A shelf of breath and being" })).toBeInViewport();
  await slot(page, 2).scrollIntoViewIfNeeded();
  await expect(slot(page, 2).getByRole("img", { name: "Zone 12" })).toBeVisible();
  expect(adServer.requests().some((path) => path.includes("zones=11"))).toBe(false);
});

test("shows a banner that fits, and loads nothing from the ad server, without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/food`);
  await slot(page, 3).scrollIntoViewIfNeeded();
  await expect(slot(page, 3).getByRole("link", { name: "Leave the radio on" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(adServer.requests()).toEqual([]);
  // In the narrowest window with a banner of 728 px, the whole banner fits between the gutters.
  await page.setViewportSize({ width: 768, height: 900 });
  const { x, width } = await boxOf(page, 3);
  const space = await slot(page, 3).locator("[data-size='728x90']").boundingBox();
  expect(space).toMatchObject({ x, width: 728 });
  expect(width).toBe(728);
  await context.close();
});

const soldAd = {
  advertiser: "Halsted Hardware",
  picture: "skyline.webp",
  alt: "Halsted Hardware: snow shovels, back in stock.",
  href: "https://halsted-hardware.example/",
  from: "2000-01-01",
  until: "2999-12-31",
};
