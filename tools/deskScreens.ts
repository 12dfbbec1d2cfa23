import type { Page } from "@playwright/test";
import type { DeskScreen } from "./deskScreenSite.ts";

const SCREENS: readonly DeskScreen[] = [
  { name: "sign-in", path: "/sign-in", person: "nobody" },
  { name: "stories-mine", path: "/stories/chicago/mine" },
  { name: "stories-review", path: "/stories/chicago/review" },
  { name: "stories-drafts", path: "/stories/chicago/drafts" },
  { name: "stories-scheduled", path: "/stories/chicago/scheduled" },
  { name: "stories-published", path: "/stories/chicago/published" },
  { name: "stories-withdrawn", path: "/stories/chicago/withdrawn" },
  { name: "stories-empty", path: "/stories/chicago/mine", person: "beginner" },
  { name: "story-new", path: "/stories/chicago/mine", person: "beginner", isWindow: true, prepare: startStory },
  { name: "story-draft", path: "/story/chicago/{draft}", person: "writer" },
  { name: "story-fields", path: "/story/chicago/{submitted}", isWindow: true, prepare: openDetails },
  { name: "story-submitted", path: "/story/chicago/{submitted}" },
  { name: "story-scheduled", path: "/story/chicago/{scheduled}", isWindow: true },
  { name: "story-published", path: "/story/chicago/{published}" },
  { name: "story-withdrawn", path: "/story/chicago/{withdrawn}", isWindow: true },
  { name: "story-conflict", path: "/story/chicago/{shared}", isChanging: true, isWindow: true, prepare: changeTwice },
  { name: "story-offline", path: "/story/chicago/{gaps}", isWindow: true, prepare: typeOffline },
  { name: "story-menu", path: "/story/chicago/{submitted}", isWindow: true, prepare: openMenu },
  { name: "story-shortcuts", path: "/story/chicago/{draft}", isWindow: true, prepare: choose("Keyboard shortcuts") },
  { name: "versions", path: "/story/chicago/{published}", isWindow: true, prepare: choose("Versions") },
  { name: "submit", path: "/story/chicago/{draft}", person: "writer", isWindow: true, prepare: press("Submit") },
  { name: "publish-missing", path: "/story/chicago/{gaps}", isWindow: true, prepare: openPublish("Publish") },
  { name: "publish-when", path: "/story/chicago/{submitted}", isWindow: true, prepare: openTime },
  { name: "publish-confirm", path: "/story/chicago/{submitted}", isWindow: true, prepare: openPublish("Publish", 2) },
  { name: "publish-change", path: "/story/chicago/{published}", isWindow: true, prepare: openCorrection },
  { name: "withdraw", path: "/story/chicago/{published}", isWindow: true, prepare: choose("Withdraw") },
  { name: "preview-page", path: "/story/chicago/{draft}", isWindow: true, prepare: openPreview("Page") },
  { name: "preview-mail", path: "/story/chicago/{draft}", isWindow: true, prepare: openPreview("Briefing") },
  { name: "preview-card", path: "/story/chicago/{draft}", isWindow: true, prepare: openPreview("Shared card") },
  { name: "preview-link", path: "/story/chicago/{draft}", isWindow: true, prepare: openPreview("Link for others") },
  { name: "image-picker", path: "/story/chicago/{draft}", isWindow: true, prepare: openPicker },
  { name: "images", path: "/images/chicago" },
  { name: "images-empty", path: "/images/chicago?search=nothing", isWindow: true },
  { name: "people", path: "/people/chicago", person: "publisher" },
  { name: "account", path: "/account" },
];

/** The desk's screens, in a separate folder and in both themes. */
export const DESK_SCREENS = SCREENS.map((screen) => ({ ...screen, name: `desk/${screen.name}`, hasDark: true }));

async function startStory(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New story" }).first().click();
  await page.getByLabel("Headline").waitFor();
}

/** Opens the fields, which are in a dialog on phones. */
async function openDetails(page: Page): Promise<void> {
  await page.getByLabel("Headline").waitFor();
  const details = page.getByRole("button", { name: /^Details/ });
  if (await details.isVisible()) await details.click();
  await page.getByRole("group", { name: "Sections" }).waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
}

/** Returns a function that chooses an item from the story's menu. */
function choose(name: string) {
  return async (page: Page): Promise<void> => {
    await openMenu(page);
    await press(name)(page);
  };
}

function press(name: string) {
  return (page: Page): Promise<void> => page.getByRole("button", { name, exact: true }).click();
}

/** Returns a function that opens the dialog for publishing, and continues for a number of steps. */
function openPublish(button: string, steps = 0) {
  return async (page: Page): Promise<void> => {
    await press(button)(page);
    for (let step = 1; step <= steps; step++) await page.getByRole("button", { name: /^Continue/ }).click();
    await page.getByText(`Step ${steps + 1} of 3`).waitFor();
  };
}

async function openTime(page: Page): Promise<void> {
  await openPublish("Publish", 1)(page);
  await page.getByRole("radio", { name: "At a time" }).check();
}

async function openCorrection(page: Page): Promise<void> {
  await openPublish("Update", 1)(page);
  await page.getByRole("radio", { name: "With a correction" }).check();
}

function openPreview(view: string) {
  return async (page: Page): Promise<void> => {
    if (await page.getByRole("button", { name: "Preview", exact: true }).isVisible()) await press("Preview")(page);
    else await choose("Preview")(page);
    await page.getByRole("navigation", { name: "Preview" }).getByRole("button", { name: view }).click();
    await page.getByText("Saving the story and laying it out").waitFor({ state: "hidden" });
  };
}

async function openPicker(page: Page): Promise<void> {
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Image", exact: true }).click();
  await page.getByRole("dialog").locator("img").first().waitFor();
}

/** Changes a paragraph in two windows. The desk receives the first window's change last. */
async function changeTwice(page: Page): Promise<void> {
  await page.route("**/copy", (route) => route.abort());
  const other = await page.context().newPage();
  await other.goto(page.url());
  await addWords(page, " The vote is at eight.");
  await addWords(other, " It is the third attempt.");
  await other.getByText(/^Saved/).waitFor();
  await page.unroute("**/copy");
  await page
    .getByText(/both changed/)
    .first()
    .waitFor();
  await page.bringToFront();
}

async function addWords(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Text of the story" }).locator("p").first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(words);
}

async function typeOffline(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Text of the story" }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole("textbox", { name: "Text of the story" }).click();
  await page.keyboard.type("The opening hours are new. ");
  await page.getByText("Offline: kept on this device").first().waitFor();
}
