import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import { startStudio, withStation } from "../support/studio.ts";
import { expect, openLive, pauseClock, test } from "./newsroom.ts";

/** What may come in place of a stream, between the reader and us: what is said, and that nothing is thrown. */

// What a browser reports of answers that a test makes bad is no error of the page's.
test.use({ expected: /Failed to load resource/ });

const START = "Unable to start playback. Please try again.";
const STREAM = "Stream temporarily unavailable.";
/** The site itself has no station here, and says so of what plays. */
const PLAYING = "Our loop plays until it is back";
const low = await readFile("editions/chicago/media/loop-44100.mp3");
const high = await readFile("editions/chicago/media/loop-48000.mp3");

const card = (page: Page) => page.getByRole("region", { name: "Live Radio" });
const button = (page: Page, name: "Play" | "Pause") => card(page).getByRole("button", { name: `${name} Live Radio` });
const timeOf = (page: Page) => page.locator("body > audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
const sound = (body: Buffer) => (route: Route) => route.fulfill({ contentType: "audio/mpeg", body });

/** Opens the radio's page with the stream answered as a test says, and waits for its scripts. */
async function open(page: Page, url: string, answer?: (route: Route) => unknown): Promise<void> {
  if (answer) await page.route("**/api/stream*", (route) => void answer(route));
  await openLive(page, `${url}/radio`);
}

const BAD: Record<string, (route: Route) => unknown> = {
  "404": (route) => route.fulfill({ status: 404, body: "no such station" }),
  "500": (route) => route.fulfill({ status: 500, body: "" }),
  "503, where there is no room": (route) => route.fulfill({ status: 503, body: "as many as there is room for" }),
  "a page in place of sound": (route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in to Wi-Fi</h1>" }),
  "a stream of zeros": sound(Buffer.alloc(200_000)),
  "an answer with nothing in it": sound(Buffer.alloc(0)),
  "a connection that is refused": (route) => route.abort("connectionrefused"),
  "a connection that is cut": (route) => route.abort("connectionreset"),
  "a redirect to nowhere": (route) => route.fulfill({ status: 302, headers: { location: "/nothing-here" } }),
};

for (const [name, answer] of Object.entries(BAD))
  test(`${name}: the stream is said to be unavailable, and is tried again until it plays`, async ({ page, site }) => {
    let asked = 0;
    let isMended = false;
    await open(page, site.url, (route) => {
      asked++;
      return isMended ? sound(low)(route) : answer(route);
    });
    await button(page, "Play").click();
    await expect(card(page).getByText(STREAM)).toBeVisible();
    await expect(card(page).getByText("Reconnecting")).toBeVisible();
    const status = page.getByRole("status").filter({ hasText: `Live Radio: ${STREAM} Reconnecting.` });
    await expect(status).toBeAttached();
    await expect.poll(() => asked).toBeGreaterThan(1);
    isMended = true;
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
    await expect(card(page).getByText(STREAM)).toBeHidden();
    await button(page, "Pause").click();
    await expect(card(page).getByText("Paused")).toBeVisible();
  });

test("an error stands under the controls, in red, and is cleared by pause", async ({ page, site }) => {
  await open(page, site.url, BAD["404"]);
  await button(page, "Play").click();
  const error = card(page).getByText(STREAM);
  await expect(error).toBeVisible();
  const [under, slider] = [await error.boundingBox(), await page.getByRole("slider").boundingBox()];
  expect(under?.y).toBeGreaterThan((slider?.y ?? 0) + (slider?.height ?? 0) - 1);
  expect(await error.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(255, 84, 104)");
  await button(page, "Pause").click();
  await expect(error).toBeHidden();
});

test("where the browser refuses to play, the reader is asked to try again, and may", async ({ page, site }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play;
      return Promise.reject(new DOMException("play() failed because the user did not interact.", "NotAllowedError"));
    };
  });
  await open(page, site.url, sound(low));
  await button(page, "Play").click();
  await expect(card(page).getByText(START)).toBeVisible();
  await expect(card(page).getByText("Paused")).toBeVisible();
  await button(page, "Play").click();
  await expect(card(page).getByText(PLAYING)).toBeVisible();
  await expect(card(page).getByText(START)).toBeHidden();
});

test("a connection on which nothing comes is given up after six seconds, and made anew", async ({ page, site }) => {
  let asked = 0;
  await pauseClock(page);
  // The first is never answered.
  await open(page, site.url, (route) => (++asked > 1 ? sound(low)(route) : undefined));
  await button(page, "Play").click();
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(5900);
  await expect(card(page).getByText("Connecting to the station")).toBeVisible();
  await page.clock.runFor(1100);
  await expect(card(page).getByText("Reconnecting")).toBeVisible();
  await page.clock.runFor(500);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
  await expect(card(page).getByText(PLAYING)).toBeVisible();
  expect(asked).toBe(2);
});

test("a stream that ends, or goes on in another format, is asked for anew", async ({ page, site }) => {
  let asked = 0;
  const short = low.subarray(0, 5000);
  const answers = [short, Buffer.concat([short, high.subarray(0, 60_000)]), low];
  await open(page, site.url, (route) => sound(answers[Math.min(asked++, 2)] ?? low)(route));
  await button(page, "Play").click();
  await expect.poll(() => asked).toBe(3);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
  await expect(card(page).getByText(PLAYING)).toBeVisible();
  await expect(card(page).getByText(STREAM)).toBeHidden();
});

test("a redirect is followed", async ({ page, site }) => {
  const location = `${site.url}/media/loop-44100.mp3`;
  await open(page, site.url, (route) => route.fulfill({ status: 307, headers: { location } }));
  await button(page, "Play").click();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
});

test("where no station is reached, the loop plays, and the page says so", async ({ page, newsroom }) => {
  const site = await newsroom.open(withStation("http://127.0.0.1:9/live"), { allowed: "127.0.0.1:9" });
  await open(page, site.url);
  await button(page, "Play").click();
  await expect(card(page).getByText(`The station is away. ${PLAYING}`)).toBeVisible();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
});

test("without a network the page says so, and the radio comes back with it", async ({ page, context, newsroom }) => {
  const studio = await startStudio();
  const site = await newsroom.open(withStation(studio.url("/live")), { allowed: studio.allowed });
  await open(page, site.url);
  await button(page, "Play").click();
  await expect(card(page).getByText("Playing live")).toBeVisible();
  await context.setOffline(true);
  await page.locator("body > audio").evaluate((audio) => audio.dispatchEvent(new Event("ended")));
  await expect(card(page).getByText("You are offline. The radio resumes when the network is back")).toBeVisible();
  await context.setOffline(false);
  await expect(card(page).getByText("Playing live")).toBeVisible();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
  await studio.close();
});
