import { findSkipReason, type Icecast, startIcecast } from "../support/icecast.ts";
import { withStation } from "../support/recordedStation.ts";
import { expect, openHydrated, test } from "./fixtures.ts";
import { expectProgress, getAudio, getBar, getCard, getPlay } from "./radioControls.ts";

const skipReason = findSkipReason();
test.skip(skipReason !== null, skipReason ?? "");
let icecast: Icecast;
test.beforeAll(async () => {
  icecast = await startIcecast();
  await icecast.startSource("/live.mp3", "mp3");
});
test.afterAll(() => icecast?.close());

test("keeps playing across ten pages, an outage of the station and its return", async ({ page, ownSite }) => {
  const site = await ownSite.start(withStation(icecast.url("/live.mp3")), { allowed: icecast.allowed, sections: [] });
  await openHydrated(page, `${site.url}/radio`);
  await getPlay(page).click();
  await expect(getCard(page).getByText("Playing live")).toBeVisible();
  await expectProgress(page);

  await icecast.setTitle("/live.mp3", "Die Ärzte - Wind off the Harbor");
  await expect(page.getByRole("region", { name: "Now Playing" }).getByText("Wind off the Harbor")).toBeVisible();
  const readMediaSession = () =>
    page.evaluate(() => [
      navigator.mediaSession.metadata?.title,
      navigator.mediaSession.metadata?.artist,
      navigator.mediaSession.playbackState,
    ]);
  expect(await readMediaSession()).toEqual(["Wind off the Harbor", "Die Ärzte", "playing"]);

  await getAudio(page).evaluate((audio) => {
    audio.dataset.marker = "same";
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
  await expect(getAudio(page)).toHaveAttribute("data-marker", "same");
  await expectProgress(page);

  // tests/integration/radio.test.ts tests how soon the site notices the end of the stream.
  await icecast.kill();
  await expect(getBar(page).getByText("Playing until the stream returns")).toBeVisible();
  await expectProgress(page);
  await icecast.start();
  await icecast.startSource("/live.mp3", "mp3");
  await expect(getBar(page).getByText("Playing live")).toBeVisible();
  await expectProgress(page);
  await expect(getAudio(page)).toHaveAttribute("data-marker", "same");
});
