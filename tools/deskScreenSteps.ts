import type { Locator, Page } from "@playwright/test";

// Steps on the desk's pages before their screenshots. Buttons are found by their names.

/** Size, in bytes, of a file that is too large for the desk. */
const LARGE_BYTES = 30_500_000;
/** Names of people to invite, one for each screenshot. */
const GUESTS = ["Mia Torres", "Noor Haddad", "Eva Brandt", "Theo Lund"];

export function press(name: string) {
  return (page: Page): Promise<void> => page.getByRole("button", { name, exact: true }).click();
}

export function askForCode(email: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole("textbox", { name: "email" }).fill(email);
    await press("Email me a code")(page);
    await page.getByLabel("Code", { exact: true }).waitFor();
  };
}

export async function typeWrongCode(page: Page): Promise<void> {
  await askForCode("ben@chicago.example")(page);
  await page.getByLabel("Code", { exact: true }).fill("KW4M 7XRA");
  await press("Sign in")(page);
  await page.getByText("This code is wrong").waitFor();
}

export async function startStory(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New story" }).first().click();
  await page.getByLabel("Headline").waitFor();
}

/** Opens the fields of a story. On phones, the fields are in a dialog. */
export async function openDetails(page: Page): Promise<void> {
  await page.getByLabel("Headline").waitFor();
  const details = page.getByRole("button", { name: /^Details/ });
  if (await details.isVisible()) await details.click();
  await page.getByRole("group", { name: "Sections" }).waitFor();
}

export async function openFocus(page: Page): Promise<void> {
  await openDetails(page);
  const summary = page.getByText("Focus and crops");
  await summary.click();
  await scrollTo(summary);
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
}

/** Chooses a command in the story's menu. */
export function choose(name: string) {
  return async (page: Page): Promise<void> => {
    await openMenu(page);
    await press(name)(page);
  };
}

/** Opens the dialog that publishes, and advances it by a number of steps. */
export function openPublish(button: string, steps = 0) {
  return async (page: Page): Promise<void> => {
    await press(button)(page);
    for (let step = 1; step <= steps; step++) await goOn(page);
    await page.getByText(`Step ${steps + 1} of 3`).waitFor();
    await page.getByText("Saving the story and checking it").waitFor({ state: "hidden" });
  };
}

export async function openTime(page: Page): Promise<void> {
  await openPublish("Publish", 1)(page);
  await page.getByRole("radio", { name: "At a time" }).check();
}

export async function publishNow(page: Page): Promise<void> {
  await openPublish("Publish", 2)(page);
  await press("Publish now")(page);
  await page.getByText("Readers see it now").waitFor();
}

export async function schedule(page: Page): Promise<void> {
  await openTime(page);
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  await page.getByLabel("Date", { exact: true }).fill(tomorrow.slice(0, 10));
  await page.getByLabel("Time", { exact: true }).fill("06:30");
  await goOn(page);
  await press("Schedule")(page);
  await page.getByText("Readers see nothing of it before then").waitFor();
}

export async function openCorrection(page: Page): Promise<void> {
  await openPublish("Update", 1)(page);
  await page.getByRole("radio", { name: "With a correction" }).check();
}

export async function confirmCorrection(page: Page): Promise<void> {
  await openCorrection(page);
  const text = "An earlier version misstated the cost of the work. It is $3.4 million.";
  await page.getByRole("textbox", { name: "Correction" }).fill(text);
  await goOn(page);
  await page.getByText("Step 3 of 3").waitFor();
}

export async function withdraw(page: Page): Promise<void> {
  await choose("Withdraw")(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("The parade was called off, and the story was wrong.");
  await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText(/^The story is gone/).waitFor();
}

export function openPreview(view: string) {
  return async (page: Page): Promise<void> => {
    if (await page.getByRole("button", { name: "Preview", exact: true }).isVisible()) await press("Preview")(page);
    else await choose("Preview")(page);
    await page.getByRole("navigation", { name: "Preview" }).getByRole("button", { name: view }).click();
    await page.getByText("Saving the story and laying it out").waitFor({ state: "hidden" });
  };
}

export async function openPicker(page: Page): Promise<void> {
  await pressTool(page, "Image");
  await page.getByRole("dialog").locator("img").first().waitFor();
}

export async function openLink(page: Page): Promise<void> {
  await getText(page).locator("p").first().click();
  await page.keyboard.press("ControlOrMeta+Home");
  for (const _letter of "The ") await page.keyboard.press("ArrowRight");
  for (const _letter of "night ferry") await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("textbox", { name: "Address" }).fill("ferry.example/timetable");
}

export async function openPlayer(page: Page): Promise<void> {
  await getText(page).locator("p").first().click();
  await pressTool(page, "Video or audio");
  await page.getByRole("textbox", { name: "Address" }).fill("https://youtu.be/dQw4w9WgXcQ");
}

export function find(words: string) {
  return async (page: Page): Promise<void> => {
    await getText(page).locator("p").first().click();
    await page.keyboard.press("ControlOrMeta+f");
    await page.getByRole("textbox", { name: "Find", exact: true }).fill(words);
    await page.getByText(/\d found/).waitFor();
  };
}

export async function enterTable(page: Page): Promise<void> {
  const cell = getText(page).locator("td").first();
  await cell.click();
  await page.getByRole("button", { name: "Row below" }).waitFor();
  await scrollTo(cell);
}

export async function openTools(page: Page): Promise<void> {
  await getText(page).locator("p").first().click();
  await press("More tools")(page);
}

/** Makes two people change the same paragraph. The desk receives the change in `page` last. */
export async function changeSameParagraph(page: Page, other: Page): Promise<void> {
  await page.route("**/copy", (route) => route.abort());
  await addWords(page, " The vote is at eight.");
  await addWords(other, " It is the third attempt.");
  await other.getByText(/^Saved/).waitFor();
  await page.unroute("**/copy");
  await page
    .getByText(/both changed/)
    .first()
    .waitFor();
  await other.context().close();
  await page.bringToFront();
}

export async function typeOffline(page: Page): Promise<void> {
  await getText(page).waitFor();
  await page.context().setOffline(true);
  await typeWords(page);
  await page.getByText("Offline: kept on this device").first().waitFor();
}

export async function typeSignedOut(page: Page): Promise<void> {
  await getText(page).waitFor();
  await page.context().clearCookies();
  await typeWords(page);
  await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
}

export async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Drafts" }).click();
  await page.getByText("can’t be reached").first().waitFor();
}

export function searchImages(words: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole("searchbox").fill(words);
    await page.getByText(`“${words}”`).waitFor();
  };
}

export async function addLargeImage(page: Page): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press("Add images")(page);
  await (await chooser).setFiles({
    name: "skyline-panorama.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.alloc(LARGE_BYTES),
  });
  await page.getByText("is larger than 30 MB").waitFor();
}

export function openImage(name: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
  };
}

export async function fillInvitation(page: Page): Promise<void> {
  await press("Invite someone")(page);
  await page
    .getByRole("dialog")
    .getByLabel("Name", { exact: true })
    .fill(GUESTS[0] ?? "");
  await page.getByRole("radio", { name: /^Editor/ }).check();
}

/** Invites a person without an email address. The desk then shows the person's link. */
export async function invite(page: Page): Promise<void> {
  await fillInvitation(page);
  await press("Invite")(page);
  await page.getByLabel(/^Pass this link on/).waitFor();
  GUESTS.shift();
}

/** Invites a person. The inviting editor's passkey was used too long ago, so the desk asks for the passkey. */
export async function meetProof(page: Page): Promise<void> {
  await press("Invite someone")(page);
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Gil Abram");
  await press("Invite")(page);
  await page.getByRole("button", { name: "Use your passkey" }).waitFor();
}

function getText(page: Page): Locator {
  return page.getByRole("textbox", { name: "Text of the story", exact: true });
}

async function goOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Continue/ }).click();
}

/** Presses a button of the toolbar. On phones, some buttons are in the toolbar's menu. */
async function pressTool(page: Page, name: string): Promise<void> {
  const toolbar = page.getByRole("toolbar", { name: "Formatting" });
  const button = toolbar.getByRole("button", { name, exact: true });
  if (!(await button.isVisible())) await press("More tools")(page);
  await page
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .filter({ visible: true })
    .first()
    .click();
}

function scrollTo(element: Locator): Promise<void> {
  return element.evaluate((node) => node.scrollIntoView({ block: "center", behavior: "instant" }));
}

async function addWords(page: Page, words: string): Promise<void> {
  await getText(page).locator("p").first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(words);
}

async function typeWords(page: Page): Promise<void> {
  await getText(page).click();
  await page.keyboard.type("The opening hours are new. ");
}
