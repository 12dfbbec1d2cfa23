import { startRecordedStation, withStation } from "../support/recordedStation.ts";
import { type SharedSite, startSharedSite } from "../support/sharedSite.ts";
import type { StationHost } from "../support/stationHost.ts";
import { violationsOf } from "./accessibility.ts";
import { expect, holdBack, openHydrated, test } from "./fixtures.ts";
import { expectProgress, getAudio, getBar, getCard, getPanel, getPause, getPlay, readTime } from "./radioControls.ts";

/** A station that plays a recording. Other specs test failing streams (radioFaults) and Icecast (radioIcecast). */
let station: StationHost;
let site: SharedSite;

// The tests share one site. The browser logs each request that fails while the page is offline.
test.describe.configure({ mode: "default" });
test.use({ allowedErrors: /404|ERR_INTERNET_DISCONNECTED/ });

test.beforeAll(async () => {
  station = await startRecordedStation();
  site = await startSharedSite({
    change: withStation(station.url("/live")),
    allowed: station.allowed,
    sections: ["local"],
  });
});
test.afterAll(async () => {
  await site?.stop();
  await station?.close();
});

// Runs first. The later tests play the stream, which can stall on a busy machine. Pages then have the title "Recorded
// program" for at least 30 s.
test("offers the browser's own player and playlists without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  await getPanel(page).getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Live Radio");
  const audio = page.locator("audio[controls]");
  await expect(audio).toBeVisible();
  await expect(audio).toHaveAttribute("src", "/api/stream?port=8076");
  await expect(audio).toHaveAttribute("preload", "none");
  await expect(page.getByText("Tip: if audio does not start")).toBeVisible();
  await expect(getPlay(page)).toBeHidden();
  for (const [name, path] of [
    ["M3U playlist", "listen.m3u"],
    ["PLS playlist", "listen.pls"],
  ] as const)
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", `/api/radio/${path}?port=8076`);
  await context.close();
});

test("loads nothing before play or after pause, and resumes live", async ({ page }) => {
  const streams: string[] = [];
  page.on("request", (request) => request.url().includes("/api/stream") && streams.push(request.url()));
  await openHydrated(page, `${site.url}/radio`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Live Radio");
  await expect(getCard(page).getByText("24/7 live stream")).toBeVisible();
  await expect(getCard(page).getByText("Ready to play")).toBeVisible();
  await expect(page.getByText("Live programming from the station stream.")).toBeVisible();
  await expect(
    page.getByText("Tip: if audio does not start, click play because browsers may block autoplay with sound."),
  ).toBeVisible();
  expect((await getPlay(page).boundingBox())?.width).toBeGreaterThanOrEqual(44);
  await expect(getAudio(page)).toHaveAttribute("crossorigin", "anonymous");
  await expect(getAudio(page)).toHaveAttribute("preload", "none");
  expect(streams).toEqual([]);

  await getPlay(page).click();
  await expect(getCard(page).getByText("Playing live")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Live Radio: Playing live." })).toBeAttached();
  await expectProgress(page);
  // On a busy machine, the stream may stall, and the player then connects again.
  expect([...new Set(streams)]).toEqual([`${site.url}/api/stream?port=8076`]);
  await expect.poll(() => readTime(page)).toBeGreaterThan(2);

  await getPause(page).click();
  await expect(getCard(page).getByText("Paused")).toBeVisible();
  await expect(getAudio(page)).not.toHaveAttribute("src");
  expect(await getAudio(page).evaluate((audio: HTMLAudioElement) => audio.networkState)).toBe(0);
  const before = streams.length;
  // Records the position when playback starts: on a busy machine, seconds pass before the test reads the position.
  await getAudio(page).evaluate((audio: HTMLAudioElement) => {
    const recordStart = () => audio.setAttribute("data-started-at", String(audio.currentTime));
    audio.addEventListener("playing", recordStart, { once: true });
  });
  await getPlay(page).click();
  await expectProgress(page);
  expect(Number(await getAudio(page).getAttribute("data-started-at"))).toBeLessThan(2);
  expect(streams.length).toBeGreaterThan(before);
});

test("sets volume and mute by slider, keys and button; toggles play with Space and mute with M unless a control has the focus", async ({
  page,
}) => {
  await openHydrated(page, `${site.url}/radio`);
  const slider = page.getByRole("slider", { name: "Volume" });
  const readVolume = () => getAudio(page).evaluate(({ volume, muted }: HTMLAudioElement) => [volume, muted]);
  const mute = page.getByRole("button", { name: "Mute", exact: true });
  const unmute = page.getByRole("button", { name: "Unmute" });
  for (const [name, value] of [
    ["min", "0"],
    ["max", "100"],
    ["step", "1"],
  ] as const)
    await expect(slider).toHaveAttribute(name, value);
  await expect(slider).toHaveValue("90");
  expect(await readVolume()).toEqual([0.9, false]);
  await slider.press("PageDown");
  await slider.press("ArrowLeft");
  expect(await readVolume()).toEqual([0.79, false]);
  await mute.click();
  await expect(unmute).toBeVisible();
  expect(await readVolume()).toEqual([0.79, true]);
  await slider.press("PageUp");
  expect(await readVolume()).toEqual([0.89, false]);
  await slider.press("Home");
  await expect(slider).toHaveValue("0");
  await expect(unmute).toBeVisible();
  await slider.press("ArrowRight");
  await expect(mute).toBeVisible();
  expect(await readVolume()).toEqual([0.01, false]);

  await slider.blur();
  await page.keyboard.press("Space");
  await expect(getPause(page)).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await page.getByRole("combobox", { name: "Sleep timer" }).focus();
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await getPause(page).focus();
  await page.keyboard.press("Space");
  await expect(getPlay(page)).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Live Radio");
  await page.keyboard.press("Space");
  await expect(getBar(page).getByText("Paused")).toBeVisible();
});

test("plays in one window at a time", async ({ page, context }) => {
  await openHydrated(page, `${site.url}/radio`);
  await getPlay(page).click();
  await expectProgress(page);
  const other = await context.newPage();
  await openHydrated(other, `${site.url}/radio`);
  await getPlay(other).click();
  await expect(getCard(page).getByText("Paused: the radio is playing in another window")).toBeVisible();
  await expect(getAudio(page)).not.toHaveAttribute("src");
  await expectProgress(other);
  await getPlay(page).click();
  await expect(getCard(other).getByText("Paused: the radio is playing in another window")).toBeVisible();
  await expectProgress(page);
});

test("restores the volume and offers to resume after a reload, until it is closed", async ({ page }) => {
  await openHydrated(page, site.url);
  await expect(getBar(page)).toBeHidden();
  await getPanel(page).getByRole("button", { name: "Play" }).click();
  await expect(getBar(page)).toBeVisible();
  await getBar(page).getByRole("slider", { name: "Volume" }).press("PageDown");
  await expect(getBar(page).getByText("Playing live")).toBeVisible();
  await page.reload();
  await expect(getBar(page).getByText("Press play to keep listening")).toBeVisible();
  await expect(getBar(page).getByRole("slider", { name: "Volume" })).toHaveValue("80");
  await expect(getAudio(page)).not.toHaveAttribute("src");
  await getBar(page).getByRole("button", { name: "Resume Live Radio" }).click();
  await expectProgress(page);
  await getBar(page).getByRole("button", { name: "Close Live Radio" }).click();
  await expect(getBar(page)).toBeHidden();
  await expect(getAudio(page)).not.toHaveAttribute("src");
  await expect(page.locator("main")).toBeFocused();
  await openHydrated(page, `${site.url}/about`);
  await expect(getBar(page)).toBeHidden();
});

test("keeps the 56 px bar clear of the page end, the focus and the donation panel", async ({ page }) => {
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 700 });
  await openHydrated(page, `${site.url}/radio`);
  await getPlay(page).click();
  await expectProgress(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "About", exact: true }).click();
  const top = 700 - 56;
  await expect.poll(async () => (await getBar(page).boundingBox())?.y).toBe(top);
  // Rounds the position, since the browser scrolls by whole pixels.
  const readBottom = (selector: string) =>
    page
      .locator(selector)
      .last()
      .evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await readBottom("body > footer")).toBeLessThanOrEqual(top);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator("main").focus();
  for (let stop = 0; stop < 25; stop++) {
    await page.keyboard.press("Tab");
    expect(await readBottom(":focus")).toBeLessThanOrEqual(top);
  }
  await page.clock.runFor(30_000);
  const panel = page.getByRole("complementary", { name: "Keep the Meridian free to read" });
  const box = await panel.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(top);
  await page.emulateMedia({ media: "print" });
  await expect(getBar(page)).toBeHidden();
});

test("keeps playing when a story opens from the Latest Updates wall", async ({ page }) => {
  await openHydrated(page, site.url);
  const panel = getPanel(page);
  await panel.getByRole("button", { name: "Play" }).click();
  await expectProgress(page);
  await expect(panel.getByRole("heading", { name: "On air now" })).toHaveAttribute("data-live");
  // The radio links at the top and in the menu have the dot for a live station, too.
  await expect(page.locator('a[href="/radio"][data-live]')).toHaveText(["Live Radio", "Live Radio"]);
  await expect(panel).toContainText("Live programming from the station stream.");
  await getAudio(page).evaluate((audio) => {
    audio.dataset.marker = "same";
  });
  const wall = page.locator('iframe[title="Latest Updates"]');
  await wall.scrollIntoViewIfNeeded();
  await wall.contentFrame().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/article\//);
  await expect(getAudio(page)).toHaveAttribute("data-marker", "same");
  await expectProgress(page);
  // Playback also continues on a page that does not exist.
  await page.evaluate(() => window.history.pushState({}, "", "/nothing-here"));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate", { state: {} })));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(getAudio(page)).toHaveAttribute("data-marker", "same");
  await expectProgress(page);
});

test("plays if Play was pressed before the scripts loaded", async ({ page }) => {
  const send = await holdBack(page, "**/*.js");
  await page.goto(`${site.url}/radio`);
  await getPlay(page).click();
  send();
  await expect(getCard(page).getByText("Playing live")).toBeVisible();
  await expectProgress(page);
  // After the scripts have loaded, one press of the button pauses playback.
  await getCard(page).getByRole("button", { name: "Pause Live Radio" }).click();
  await expect(getPlay(page)).toBeVisible();
});

test("opens the radio page on Play if scripts never load", async ({ page }) => {
  await page.route("**/*.js", () => {});
  await page.goto(site.url);
  await getPanel(page).getByRole("button", { name: "Play" }).click();
  await expect(page).toHaveURL(/\/radio\b/);
});

test("reports a missing network, and resumes when it is back", async ({ page, context }) => {
  await openHydrated(page, `${site.url}/radio`);
  await getPlay(page).click();
  await expect(getCard(page).getByText("Playing live")).toBeVisible();
  await context.setOffline(true);
  await page.locator("body > audio").evaluate((audio) => audio.dispatchEvent(new Event("ended")));
  await expect(getCard(page).getByText("You’re offline. The radio will resume when you’re back online")).toBeVisible();
  await context.setOffline(false);
  await expect(getCard(page).getByText("Playing live")).toBeVisible();
  await expectProgress(page);
});

test("plays in a frame on another site", async ({ page, ownSite }) => {
  // To the browser, `localhost` and 127.0.0.1 are different sites.
  ownSite.host.serve("/partner", {
    body: `<iframe src="${site.url}/embed/radio" width="600" height="640"></iframe>`,
    contentType: "text/html",
  });
  await page.goto(ownSite.host.url("/partner").replace("127.0.0.1", "localhost"));
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

test("has no accessibility violations while playing and on error", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHydrated(page, `${site.url}/radio`);
  await getPlay(page).click();
  await expectProgress(page);
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("contentinfo").getByRole("link", { name: "Local News" }).click();
  await expect(getBar(page)).toBeVisible();
  expect(await violationsOf(page, { colorScheme: "dark" })).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  // Makes the stream fail, so that the checked page contains the error.
  await page.route("**/api/stream*", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in</h1>" }));
  await page.getByRole("contentinfo").getByRole("link", { name: "Live Radio" }).click();
  // Uses the keyboard, since the page takes no clicks during a view transition.
  await getCard(page).getByRole("button", { name: "Pause Live Radio" }).press("Enter");
  await getPlay(page).press("Enter");
  await expect(getCard(page).getByText("Stream temporarily unavailable.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});
