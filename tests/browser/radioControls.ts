import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const getAudio = (page: Page) => page.locator("body > audio");
export const getPlay = (page: Page) => page.getByRole("button", { name: "Play Live Radio" });
export const getPause = (page: Page) => page.getByRole("button", { name: "Pause Live Radio" });
/** The radio in the front page's rail. Its name depends on the station's state, which is unknown at first. */
export const getPanel = (page: Page) => page.getByRole("region", { name: /^(Radio|On air now)$/ });
// The bar's name is "Live Radio" while the station plays, and "Recorded program" while the loop plays.
export const getBar = (page: Page) => page.getByRole("complementary", { name: /Live Radio|Recorded program/ });
export const getCard = (page: Page) => page.getByRole("region", { name: "Live Radio" });
export const readTime = (page: Page) => getAudio(page).evaluate((audio: HTMLAudioElement) => audio.currentTime);

/** Waits until playback has advanced. */
export async function expectProgress(page: Page): Promise<void> {
  const from = await readTime(page);
  await expect.poll(() => readTime(page)).toBeGreaterThan(from + 0.3);
}
