import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import { isLong } from "../support/longTests.ts";
import { expect, openHydrated, pauseClock, test } from "./fixtures.ts";

/** Tests streams that fail on the way to the reader: the page reports the error, recovers, and throws nothing. */

// The browser logs failed responses, which these tests cause.
test.use({ allowedErrors: /Failed to load resource/ });

const START_ERROR = "Unable to start playback. Please try again.";
const STREAM_ERROR = "Stream temporarily unavailable.";
/** Status that the page shows during playback, because the server of the site under test cannot reach the station. */
const PLAYING = "Playing until the stream returns";
type Respond = (route: Route) => unknown;

const low = await readFile("editions/chicago/media/loop-44100.mp3");
const high = await readFile("editions/chicago/media/loop-48000.mp3");

// The card's name is "Live Radio" while the station plays, and "Recorded program" while the loop plays.
const getCard = (page: Page) => page.getByRole("region", { name: /Live Radio|Recorded program/ });
const getButton = (page: Page, name: "Play" | "Pause") =>
  getCard(page).getByRole("button", { name: new RegExp(`^${name} `) });
const readTime = (page: Page) => page.locator("body > audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
const sendAudio =
  (body: Buffer): Respond =>
  (route) =>
    route.fulfill({ contentType: "audio/mpeg", body });

/** Opens the radio page with its scripts loaded. Requests for the stream go to `respond`. */
async function openRadio(page: Page, url: string, respond?: Respond): Promise<void> {
  if (respond) await page.route("**/api/stream*", (route) => void respond(route));
  await openHydrated(page, `${url}/radio`);
}

const FAILURES: Record<string, Respond> = {
  "404": (route) => route.fulfill({ status: 404, body: "no such station" }),
  "500": (route) => route.fulfill({ status: 500, body: "" }),
  "503": (route) => route.fulfill({ status: 503, body: "as many as there is room for" }),
  "a page in place of sound": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in to Wi-Fi</h1>" }),
  "a stream of zeros": sendAudio(Buffer.alloc(200_000)),
  "an empty response": sendAudio(Buffer.alloc(0)),
  "a refused connection": (route) => route.abort("connectionrefused"),
  "a reset connection": (route) => route.abort("connectionreset"),
  "a redirect to nowhere": (route) => route.fulfill({ status: 302, headers: { location: "/nothing-here" } }),
};

/** Failures that resemble another failure, and are tested only with `LONG_TESTS=1`. */
const SIMILAR = ["500", "503", "an empty response", "a reset connection"];

test("reports the stream as unavailable on any failure, retries, shows errors in red, and clears them on pause", async ({
  page,
  site,
}) => {
  let respond = sendAudio(low);
  let requests = 0;
  await openRadio(page, site.url, (route) => {
    requests++;
    return respond(route);
  });
  const failures = Object.entries(FAILURES).filter(([name]) => isLong || !SIMILAR.includes(name));
  for (const [name, fail] of failures)
    await test.step(name, async () => {
      requests = 0;
      respond = fail;
      expect(await readTime(page)).toBe(0);
      await getButton(page, "Play").click();
      await expect(getCard(page).getByText(STREAM_ERROR)).toBeVisible();
      await expect(getCard(page).getByText("Reconnecting")).toBeVisible();
      const status = page.getByRole("status").filter({ hasText: `${STREAM_ERROR} Reconnecting.` });
      await expect(status).toBeAttached();
      if (name === "404") await expectErrorUnderControls(page);
      await expect.poll(() => requests).toBeGreaterThan(1);
      respond = sendAudio(low);
      await expect.poll(() => readTime(page)).toBeGreaterThan(0.5);
      await expect(getCard(page).getByText(STREAM_ERROR)).toBeHidden();
      await getButton(page, "Pause").click();
      await expect(getCard(page).getByText("Paused")).toBeVisible();
    });

  respond = FAILURES["404"] ?? respond;
  await getButton(page, "Play").click();
  await expect(getCard(page).getByText(STREAM_ERROR)).toBeVisible();
  await getButton(page, "Pause").click();
  await expect(getCard(page).getByText(STREAM_ERROR)).toBeHidden();
});

async function expectErrorUnderControls(page: Page): Promise<void> {
  const error = getCard(page).getByText(STREAM_ERROR);
  const [under, slider] = [await error.boundingBox(), await page.getByRole("slider").boundingBox()];
  expect(under?.y).toBeGreaterThan((slider?.y ?? 0) + (slider?.height ?? 0) - 1);
  expect(await error.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(255, 84, 104)");
}

test("asks the reader to try again if the browser refuses to play", async ({ page, site }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play;
      return Promise.reject(new DOMException("play() failed because the user did not interact.", "NotAllowedError"));
    };
  });
  await openRadio(page, site.url, sendAudio(low));
  await getButton(page, "Play").click();
  await expect(getCard(page).getByText(START_ERROR)).toBeVisible();
  await expect(getCard(page).getByText("Paused")).toBeVisible();
  await getButton(page, "Play").click();
  await expect(getCard(page).getByText(PLAYING)).toBeVisible();
  await expect(getCard(page).getByText(START_ERROR)).toBeHidden();
});

test("reconnects after 6 s without data", async ({ page, site }) => {
  let requests = 0;
  await pauseClock(page);
  // The first request gets no response.
  await openRadio(page, site.url, (route) => (++requests > 1 ? sendAudio(low)(route) : undefined));
  await getButton(page, "Play").click();
  await expect.poll(() => requests).toBe(1);
  await page.clock.runFor(5900);
  await expect(getCard(page).getByText("Connecting to the station")).toBeVisible();
  await page.clock.runFor(1100);
  await expect(getCard(page).getByText("Reconnecting")).toBeVisible();
  await page.clock.runFor(500);
  // Checks the count first. After some seconds, the recording ends, and the page requests the stream again.
  await expect.poll(() => requests).toBe(2);
  await expect.poll(() => readTime(page)).toBeGreaterThan(0.5);
  await expect(getCard(page).getByText(PLAYING)).toBeVisible();
});

test("reconnects when the stream ends or changes its format", async ({ page, site }) => {
  let requests = 0;
  const short = low.subarray(0, 5000);
  const responses = [short, Buffer.concat([short, high.subarray(0, 60_000)]), low];
  await openRadio(page, site.url, (route) => sendAudio(responses[Math.min(requests++, 2)] ?? low)(route));
  await getButton(page, "Play").click();
  await expect.poll(() => requests).toBe(3);
  await expect.poll(() => readTime(page)).toBeGreaterThan(0.5);
  await expect(getCard(page).getByText(PLAYING)).toBeVisible();
  await expect(getCard(page).getByText(STREAM_ERROR)).toBeHidden();
});

test("follows a redirect", async ({ page, site }) => {
  const location = `${site.url}/media/loop-44100.mp3`;
  await openRadio(page, site.url, (route) => route.fulfill({ status: 307, headers: { location } }));
  await getButton(page, "Play").click();
  await expect.poll(() => readTime(page)).toBeGreaterThan(0.5);
});

test("plays the loop and says so if the station cannot be reached", async ({ page, site }) => {
  await openRadio(page, site.url);
  await getButton(page, "Play").click();
  await expect(getCard(page).getByText(PLAYING)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recorded program");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveAttribute("data-live");
  await expect(page.getByText("A recorded program, until the live stream returns.")).toBeVisible();
  await expect(getCard(page).getByText(/live/i)).toHaveCount(0);
  // While the loop plays, the link keeps the name "Live Radio", but its dot is not filled.
  await expect(page.getByRole("banner").getByRole("link", { name: "Live Radio" })).not.toHaveAttribute("data-live");
  await expect.poll(() => readTime(page)).toBeGreaterThan(0.5);
});
