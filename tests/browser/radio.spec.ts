import type { Page } from "@playwright/test";
import { type Icecast, missingForIcecast, startIcecast } from "../support/icecast.ts";
import type { StationHost } from "../support/stationHost.ts";
import { startStudio, withStation } from "../support/studio.ts";
import { startWireSite, type WireSite } from "../support/wireSite.ts";
import { violationsOf } from "./accessibility.ts";
import { expect, holdBack, openLive, test } from "./newsroom.ts";

/** A station that plays a recording; what a broken one does is in radioFaults.spec.ts. */
let studio: StationHost;
let site: WireSite;

// One site for all of them.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  studio = await startStudio();
  site = await startWireSite({ change: withStation(studio.url("/live")), allowed: studio.allowed });
});
test.afterAll(async () => {
  await site?.stop();
  await studio?.close();
});

const audioOf = (page: Page) => page.locator("body > audio");
const play = (page: Page) => page.getByRole("button", { name: "Play Live Radio" });
const pause = (page: Page) => page.getByRole("button", { name: "Pause Live Radio" });
const barOf = (page: Page) => page.getByRole("complementary", { name: "Live Radio" });
const card = (page: Page) => page.getByRole("region", { name: "Live Radio" });
const timeOf = (page: Page) => audioOf(page).evaluate((audio: HTMLAudioElement) => audio.currentTime);

/** Waits until the sound has gone on by more than a moment from where it is. */
async function goesOn(page: Page): Promise<void> {
  const from = await timeOf(page);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(from + 0.3);
}

test.describe("with a real Icecast", () => {
  const missing = missingForIcecast();
  test.skip(missing !== null, missing ?? "");
  let icecast: Icecast;
  test.beforeAll(async () => {
    icecast = await startIcecast();
    await icecast.feed("/live.mp3", "mp3");
  });
  test.afterAll(() => icecast?.close());

  test("plays on through ten pages, the station's fall and its return, and says so", async ({ page, newsroom }) => {
    test.setTimeout(120_000);
    const site = await newsroom.open(withStation(icecast.url("/live.mp3")), { allowed: icecast.allowed });
    await openLive(page, `${site.url}/radio`);
    await play(page).click();
    await expect(card(page).getByText("Playing live")).toBeVisible();
    await goesOn(page);

    await icecast.setTitle("/live.mp3", "Die Ärzte - Wind off the Harbor");
    await expect(page.getByRole("region", { name: "Now Playing" }).getByText("Wind off the Harbor")).toBeVisible();
    const device = () =>
      page.evaluate(() => [
        navigator.mediaSession.metadata?.title,
        navigator.mediaSession.metadata?.artist,
        navigator.mediaSession.playbackState,
      ]);
    expect(await device()).toEqual(["Wind off the Harbor", "Die Ärzte", "playing"]);

    await audioOf(page).evaluate((audio) => {
      audio.dataset.kept = "the same";
    });
    const footer = page.getByRole("contentinfo");
    for (const [link, heading] of [
      ["Sports", "Sports"],
      ["Food & Dining", "Food & Dining"],
      ["About", ""],
      ["Careers", ""],
      ["World News", "World News"],
      ["Live Radio", "Live Radio"],
      ["FAQ", ""],
      ["Books", ""],
      ["Local News", "Local News"],
      ["Sources", ""],
    ] as const) {
      await footer.getByRole("link", { name: link, exact: true }).click();
      await expect(footer.getByRole("link", { name: link, exact: true })).toHaveAttribute("aria-current", "page");
      if (heading) await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    }
    await expect(audioOf(page)).toHaveAttribute("data-kept", "the same");
    await goesOn(page);

    // How soon is measured in tests/integration/radio.test.ts.
    await icecast.kill();
    await expect(barOf(page).getByText("The station is away. Our loop plays until it is back")).toBeVisible();
    await goesOn(page);
    await icecast.start();
    await icecast.feed("/live.mp3", "mp3");
    await expect(barOf(page).getByText("Playing live")).toBeVisible();
    await goesOn(page);
    await expect(audioOf(page)).toHaveAttribute("data-kept", "the same");
  });
});

test("nothing is loaded before play, nothing after pause, and play is live again", async ({ page }) => {
  const streams: string[] = [];
  page.on("request", (request) => request.url().includes("/api/stream") && streams.push(request.url()));
  await openLive(page, `${site.url}/radio`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Live Radio");
  await expect(card(page).getByText("24/7 live stream")).toBeVisible();
  await expect(card(page).getByText("Ready to play")).toBeVisible();
  await expect(page.getByText("Live programming from the station stream.")).toBeVisible();
  await expect(
    page.getByText("Tip: if audio does not start, click play because browsers may block autoplay with sound."),
  ).toBeVisible();
  expect((await play(page).boundingBox())?.width).toBeGreaterThanOrEqual(44);
  await expect(audioOf(page)).toHaveAttribute("crossorigin", "anonymous");
  await expect(audioOf(page)).toHaveAttribute("preload", "none");
  expect(streams).toEqual([]);

  await play(page).click();
  await expect(card(page).getByText("Playing live")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Live Radio: Playing live." })).toBeAttached();
  await goesOn(page);
  expect(streams).toEqual([`${site.url}/api/stream?port=8076`]);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(2);

  await pause(page).click();
  await expect(card(page).getByText("Paused")).toBeVisible();
  await expect(audioOf(page)).not.toHaveAttribute("src");
  expect(await audioOf(page).evaluate((audio: HTMLAudioElement) => audio.networkState)).toBe(0);
  await play(page).click();
  await goesOn(page);
  expect(await timeOf(page)).toBeLessThan(2);
  expect(streams).toHaveLength(2);
  expect(studio.asked("/live")).toBe(1);
});

test("volume and mute", async ({ page }) => {
  await openLive(page, `${site.url}/radio`);
  const slider = page.getByRole("slider", { name: "Volume" });
  const heard = () => audioOf(page).evaluate(({ volume, muted }: HTMLAudioElement) => [volume, muted]);
  const mute = page.getByRole("button", { name: "Mute", exact: true });
  const unmute = page.getByRole("button", { name: "Unmute" });
  for (const [name, value] of [
    ["min", "0"],
    ["max", "100"],
    ["step", "1"],
  ] as const)
    await expect(slider).toHaveAttribute(name, value);
  await expect(slider).toHaveValue("90");
  expect(await heard()).toEqual([0.9, false]);
  await slider.press("PageDown");
  await slider.press("ArrowLeft");
  expect(await heard()).toEqual([0.79, false]);
  await mute.click();
  await expect(unmute).toBeVisible();
  expect(await heard()).toEqual([0.79, true]);
  await slider.press("PageUp");
  expect(await heard()).toEqual([0.89, false]);
  await slider.press("Home");
  await expect(slider).toHaveValue("0");
  await expect(unmute).toBeVisible();
  await slider.press("ArrowRight");
  await expect(mute).toBeVisible();
  expect(await heard()).toEqual([0.01, false]);
});

test("space plays and pauses, and M mutes, but not where a button or a field has the focus", async ({ page }) => {
  await openLive(page, `${site.url}/radio`);
  await page.keyboard.press("Space");
  await expect(pause(page)).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await page.getByRole("combobox", { name: "Sleep timer" }).focus();
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await pause(page).focus();
  await page.keyboard.press("Space");
  await expect(play(page)).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Live Radio");
  await page.keyboard.press("Space");
  await expect(barOf(page).getByText("Paused")).toBeVisible();
});

test("whoever wants no keys of one letter has none", async ({ page }) => {
  await page.goto(`${site.url}/saved`);
  await page.getByRole("radio", { name: "Use none" }).check();
  await openLive(page, `${site.url}/radio`);
  for (const key of ["/", "m", "Space"]) await page.keyboard.press(key);
  await expect(page.getByRole("button", { name: "Mute" })).toBeVisible();
  await expect(card(page).getByText("Ready to play")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});

test("one window plays at a time", async ({ page, context }) => {
  await openLive(page, `${site.url}/radio`);
  await play(page).click();
  await goesOn(page);
  const other = await context.newPage();
  await openLive(other, `${site.url}/radio`);
  await play(other).click();
  await expect(card(page).getByText("Paused: the radio plays in another window")).toBeVisible();
  await expect(audioOf(page)).not.toHaveAttribute("src");
  await goesOn(other);
  await play(page).click();
  await expect(card(other).getByText("Paused: the radio plays in another window")).toBeVisible();
  await goesOn(page);
});

test("the device remembers the volume, a reload offers to go on, and closing ends it", async ({ page }) => {
  await openLive(page, `${site.url}/local`);
  await expect(barOf(page)).toBeHidden();
  await openLive(page, site.url);
  await page.getByRole("region", { name: "On air now" }).getByRole("button", { name: "Play Live Radio" }).click();
  await expect(barOf(page)).toBeVisible();
  await barOf(page).getByRole("slider", { name: "Volume" }).press("PageDown");
  await expect(barOf(page).getByText("Playing live")).toBeVisible();
  await page.reload();
  await expect(barOf(page).getByText("Press play to go on listening")).toBeVisible();
  await expect(barOf(page).getByRole("slider", { name: "Volume" })).toHaveValue("80");
  await expect(audioOf(page)).not.toHaveAttribute("src");
  await barOf(page).getByRole("button", { name: "Resume Live Radio" }).click();
  await goesOn(page);
  await barOf(page).getByRole("button", { name: "Close Live Radio" }).click();
  await expect(barOf(page)).toBeHidden();
  await expect(audioOf(page)).not.toHaveAttribute("src");
  await expect(page.locator("main")).toBeFocused();
  await openLive(page, site.url);
  await expect(barOf(page)).toBeHidden();
});

test("the bar is 56 px high and covers neither the page's end, nor what has the focus, nor the donation panel", async ({
  page,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 700 });
  await openLive(page, `${site.url}/radio`);
  await play(page).click();
  await goesOn(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Local News" }).click();
  const top = 700 - 56;
  await expect.poll(async () => (await barOf(page).boundingBox())?.y).toBe(top);
  // Scrolling goes by whole pixels, and elements end between them.
  const bottomOf = (selector: string) =>
    page
      .locator(selector)
      .last()
      .evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await bottomOf("body > footer")).toBeLessThanOrEqual(top);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator("main").focus();
  for (let stop = 0; stop < 25; stop++) {
    await page.keyboard.press("Tab");
    expect(await bottomOf(":focus")).toBeLessThanOrEqual(top);
  }
  await page.clock.runFor(30_000);
  const panel = page.getByRole("complementary", { name: "Keep the Meridian free to read" });
  const box = await panel.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(top);
  await page.emulateMedia({ media: "print" });
  await expect(barOf(page)).toBeHidden();
});

test("a story on the wall of latest updates opens without stopping the radio", async ({ page }) => {
  await openLive(page, site.url);
  await page.getByRole("region", { name: "On air now" }).getByRole("button", { name: "Play Live Radio" }).click();
  await goesOn(page);
  await audioOf(page).evaluate((audio) => {
    audio.dataset.kept = "the same";
  });
  const wall = page.locator('iframe[title="Latest Updates"]');
  await wall.scrollIntoViewIfNeeded();
  await wall.contentFrame().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/article\//);
  await expect(audioOf(page)).toHaveAttribute("data-kept", "the same");
  await goesOn(page);
  // A page that does not exist stops it no more.
  await page.evaluate(() => window.history.pushState({}, "", "/nothing-here"));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate", { state: {} })));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(audioOf(page)).toHaveAttribute("data-kept", "the same");
  await goesOn(page);
});

test("play that is pressed before the scripts have come is not lost", async ({ page }) => {
  const send = await holdBack(page, "**/*.js");
  await page.goto(`${site.url}/radio`);
  await play(page).click();
  send();
  await expect(card(page).getByText("Playing live")).toBeVisible();
  await goesOn(page);
  // Once the page answers, a press counts once.
  await card(page).getByRole("button", { name: "Pause Live Radio" }).click();
  await expect(play(page)).toBeVisible();
});

test("play leads to the radio's page where scripts never come", async ({ page }) => {
  await page.route("**/*.js", () => {});
  await page.goto(site.url);
  await page.getByRole("region", { name: "On air now" }).getByRole("button", { name: "Play Live Radio" }).click();
  await expect(page).toHaveURL(/\/radio\b/);
});

test("the player stands in a frame on another site", async ({ page, newsroom }) => {
  // Another name of this machine is another site.
  newsroom.host.serve("/partner", {
    body: `<iframe src="${site.url}/embed/radio" width="600" height="640"></iframe>`,
    contentType: "text/html",
  });
  await page.goto(newsroom.host.url("/partner").replace("127.0.0.1", "localhost"));
  const frame = page.locator("iframe").contentFrame();
  await frame.getByRole("button", { name: "Play Live Radio" }).click();
  await expect(frame.getByText("Playing live", { exact: true })).toBeVisible();
  await expect
    .poll(() =>
      frame
        .locator("audio")
        .first()
        .evaluate((audio: HTMLAudioElement) => audio.currentTime),
    )
    .toBeGreaterThan(0.5);
  await expect(frame.getByRole("link", { name: "More at The Chicago Meridian" })).toHaveAttribute("target", "_top");
  expect(await frame.locator("html").evaluate((html) => html.scrollHeight - html.clientHeight)).toBe(0);
  await page.goto(`${site.url}/embed`);
  await expect(page.getByRole("textbox", { name: "Code for Live Radio player" })).toHaveValue(
    new RegExp(`src="${site.url}/embed/radio"`),
  );
});

test("the player and the bar are accessible while it plays, and when it fails", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openLive(page, `${site.url}/radio`);
  await play(page).click();
  await goesOn(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("contentinfo").getByRole("link", { name: "Local News" }).click();
  await expect(barOf(page)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  // With the stream gone the error stands there, too.
  await page.route("**/api/stream*", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }));
  await page.getByRole("contentinfo").getByRole("link", { name: "Live Radio" }).click();
  // By the keyboard: while one page fades into the other, it takes no clicks.
  await card(page).getByRole("button", { name: "Pause Live Radio" }).press("Enter");
  await play(page).press("Enter");
  await expect(card(page).getByText("Stream temporarily unavailable.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test("without JavaScript there are the browser's own player and the addresses for others", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByRole("region", { name: "On air now" }).getByRole("button", { name: "Play Live Radio" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Live Radio");
  const audio = page.locator("audio[controls]");
  await expect(audio).toBeVisible();
  await expect(audio).toHaveAttribute("src", "/api/stream?port=8076");
  await expect(audio).toHaveAttribute("preload", "none");
  await expect(page.getByText("Tip: if audio does not start")).toBeVisible();
  await expect(play(page)).toBeHidden();
  for (const [name, path] of [
    ["M3U playlist", "listen.m3u"],
    ["PLS playlist", "listen.pls"],
  ] as const)
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", `/api/radio/${path}?port=8076`);
  await context.close();
});
