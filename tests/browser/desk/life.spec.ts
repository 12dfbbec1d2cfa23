import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { isLong } from "../../support/longTests.ts";
import { type Site, startSite } from "../../support/site.ts";
import { isPostgres } from "../../support/stores.ts";
import { expect, test } from "../fixtures.ts";
import { addAuthenticator } from "./authenticator.ts";

// The browser logs failed requests for a withdrawn story and for the story's image.
test.use({ allowedErrors: /404|410/ });

let desk: DeskSite;
/** Addresses of the readers' site: three nodes with one store in long tests on PostgreSQL, otherwise one node. */
let readerUrls: string[];
let otherNodes: Site[];

test.beforeAll(async () => {
  desk = await startDeskSite();
  otherNodes = isPostgres && isLong ? await Promise.all(["second", "third"].map(startNode)) : [];
  readerUrls = [desk.site, ...otherNodes].map(({ url }) => url);
});
test.afterAll(async () => {
  await Promise.all(otherNodes.map((node) => node.stop()));
  await desk?.stop();
});

/** Pairs of window widths, in pixels: a width for the writer and for readers, and a width for the editor. */
const WIDTHS = [
  [390, 1280],
  [1280, 390],
] as const;

for (const [width, editorWidth] of isLong ? WIDTHS : WIDTHS.slice(0, 1))
  test(`a story is written, reviewed, published, corrected and withdrawn, at ${width} and ${editorWidth} px`, async ({
    browser,
    page,
  }) => {
    const names = { writer: `Rosa Quintero ${width}`, editor: `Ben Cole ${width}` };
    const [signedIn, editor] = await Promise.all([
      signIn(browser, width, names.writer, "writer"),
      signIn(browser, editorWidth, names.editor, "editor"),
    ]);
    let writer = signedIn;
    const title = `Night ferry tries season ${width}`;
    const path = `/article/night-ferry-tries-season-${width}`;

    await test.step("the writer writes, and the desk saves", async () => {
      await writer.getByRole("button", { name: "New story" }).first().click();
      await writer.getByLabel("Headline").fill(title);
      await writer.getByLabel("Headline").press("Enter");
      await writer.keyboard.type("The last boat leaves at 1:40 a.m.");
      await writer.keyboard.press("Enter");
      await writer.keyboard.type("The night ferry is back from Friday.\nIt carried 41,300 passengers.");
      await isSaved(writer);
    });

    await test.step("adds an image with its alt text", async () => {
      await tool(writer, "Image").click();
      const chooser = writer.waitForEvent("filechooser");
      await writer.getByRole("button", { name: "Add images" }).click();
      await (await chooser).setFiles({ name: `pier-${width}.jpg`, mimeType: "image/jpeg", buffer: await paint(width) });
      await writer.getByRole("textbox", { name: "Alt text" }).fill("Sailboats off the shore");
      await writer.getByRole("textbox", { name: "Caption" }).fill("The harbor.");
      await writer.getByRole("textbox", { name: "Credit" }).fill("Rosa Quintero");
      await writer.getByRole("button", { name: "Use image" }).click();
      await expect(textOf(writer).locator("figure img")).toBeVisible();
      await expect(textOf(writer).getByLabel("Caption and credit")).toHaveValue("The harbor. (Rosa Quintero)");
      await expect(textOf(writer)).toBeFocused();
      await isSaved(writer);
    });

    await test.step("closes the story, opens it again and submits it", async () => {
      const [context, address] = [writer.context(), writer.url()];
      await writer.close();
      writer = await context.newPage();
      await writer.goto(address);
      await expect(writer.getByLabel("Headline")).toHaveValue(title);
      await expect(writer.getByLabel("Deck")).toHaveValue("The last boat leaves at 1:40 a.m.");
      await expect(textOf(writer)).toContainText("It carried 41,300 passengers.");
      await writer.getByRole("button", { name: "Submit" }).click();
      await writer.getByLabel("Note for the editors").fill("The count is still to be checked.");
      await writer.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
      await expect(writer.getByText(`Submitted by ${names.writer}`).first()).toBeVisible();
    });

    await test.step("an editor and the writer edit it at the same time", async () => {
      await editor.getByRole("link", { name: "To review" }).click();
      await editor.getByRole("link", { name: title }).click();
      await expect(editor.getByText(`${names.writer} has this story open`)).toBeVisible();
      await openDetails(editor);
      await expect(editor.getByText("The count is still to be checked.")).toBeVisible();
      await editor.getByRole("checkbox", { name: "Local News" }).check();
      await editor.getByRole("textbox", { name: "Comment" }).fill("Who counted?");
      await editor.getByRole("button", { name: "Add comment" }).click();
      await expect(editor.getByRole("button", { name: `Resolve the comment by ${names.editor}` })).toBeVisible();
      await closeDetails(editor);
      // The writer's open screen shows the change.
      await openDetails(writer);
      await expect(writer.getByText("Who counted?")).toBeVisible();
      await closeDetails(writer);

      await textOf(editor).locator("p", { hasText: "passengers" }).click();
      await editor.keyboard.press("End");
      await editor.keyboard.type(" The council counted them.");
      await textOf(writer).locator("p", { hasText: "Friday" }).click();
      await writer.keyboard.press("End");
      await writer.keyboard.type(" It has one boat more.");
      for (const page of [writer, editor]) {
        await expect(textOf(page)).toContainText("passengers. The council counted them.");
        await expect(textOf(page)).toContainText("from Friday. It has one boat more.");
        await isSaved(page);
      }
    });

    await test.step("the editor schedules it, and publishes it", async () => {
      await editor.getByRole("button", { name: "Publish" }).click();
      await goOn(editor);
      await editor.getByRole("radio", { name: "At a time" }).check();
      await editor.getByLabel("Date").fill(toDay(2));
      await editor.getByLabel("Time", { exact: true }).fill("06:30");
      await goOn(editor);
      await editor.getByRole("button", { name: "Schedule", exact: true }).click();
      await expect(editor.getByRole("dialog").getByText(/^Scheduled for .*6:30.a\.m\./)).toBeVisible();
      await editor.getByRole("button", { name: "Done" }).click();
      await expect(editor.getByText(/^Scheduled for .*6:30.a\.m\./)).toBeVisible();
      expect((await page.request.get(desk.site.url + path)).status()).toBe(404);

      await editor.getByRole("button", { name: "Change schedule" }).click();
      await goOn(editor);
      await editor.getByRole("radio", { name: "Now" }).check();
      await goOn(editor);
      await editor.getByRole("button", { name: "Publish now" }).click();
      await expect(editor.getByText("Readers see it now.")).toBeVisible();
      await editor.getByRole("button", { name: "Done" }).click();
      await expect(editor.getByText(/^Published/)).toBeVisible();
      // The writer's open screen shows the change.
      await expect(writer.getByText("Readers see this story.")).toBeVisible();
    });

    await test.step("readers see it", async () => {
      await page.setViewportSize({ width, height: 800 });
      for (const url of readerUrls) {
        await expect.poll(async () => (await page.goto(url + path))?.status()).toBe(200);
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        await expect(page.getByText("It has one boat more.")).toBeVisible();
        await expect(page.getByRole("img", { name: "Sailboats off the shore" })).toBeVisible();
      }
    });

    await test.step("the editor corrects it", async () => {
      await textOf(editor).locator("p", { hasText: "passengers" }).click();
      await editor.keyboard.press("End");
      await editor.keyboard.type(" Most were nurses.");
      await isSaved(editor);
      await expect(editor.getByText("Published · unpublished changes")).toBeVisible();
      await page.reload();
      await expect(page.getByText("Most were nurses.")).toHaveCount(0);
      await editor.getByRole("button", { name: "Update" }).click();
      await goOn(editor);
      await editor.getByRole("radio", { name: "With a correction" }).check();
      await editor.getByRole("textbox", { name: "Correction" }).fill("An earlier version left out the nurses.");
      await goOn(editor);
      await editor.getByRole("button", { name: "Correct now" }).click();
      await expect(editor.getByText("Readers see it now.")).toBeVisible();
      await editor.getByRole("button", { name: "Done" }).click();
      for (const url of readerUrls) {
        await expect.poll(async () => (await page.request.get(url + path)).text()).toContain("Most were nurses.");
        await page.goto(url + path);
        await expect(page.getByText("An earlier version left out the nurses.")).toBeVisible();
      }
    });

    await test.step("the editor withdraws it", async () => {
      await editor.getByRole("button", { name: "More actions" }).click();
      await editor.getByRole("button", { name: "Withdraw" }).click();
      await editor.getByLabel("Reason, shown to readers").fill("The ferry was not what we said.");
      await editor.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
      await expect(editor.getByText("The story is gone.")).toBeVisible();
      await editor.getByRole("button", { name: "Done" }).click();
      await expect(editor.getByText("Withdrawn", { exact: true })).toBeVisible();
      for (const url of readerUrls) {
        await expect.poll(async () => (await page.goto(url + path))?.status()).toBe(410);
        await expect(page.getByText("The ferry was not what we said.")).toBeVisible();
      }
    });
  });

function startNode(name: string): Promise<Site> {
  const env = { DATABASE_URL: desk.storeUrl, DESK: "off" };
  return startSite({
    editions: join(desk.folder, "editions"),
    data: join(desk.folder, name),
    env,
    hasOwnProcess: true,
  });
}

/** Signs a new person in with a link, in a separate browser, and adds a passkey. */
async function signIn(browser: Browser, width: number, name: string, role: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await addAuthenticator(page);
  await page.goto(desk.url + (await desk.addPerson(name, role)));
  await page.getByRole("button", { name: `Sign in as ${name}` }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Stories", exact: true })).toBeVisible();
  return page;
}

/** Waits until the server has confirmed the typed text. */
async function isSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
}

function textOf(page: Page): Locator {
  return page.getByRole("textbox", { name: "Text of the story" });
}

function tool(page: Page, name: string): Locator {
  return page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });
}

/** Shows the fields and comments, which are in a dialog on phones. */
async function openDetails(page: Page): Promise<void> {
  const details = page.getByRole("button", { name: /^Details/ });
  if (await details.isVisible()) await details.click();
}

async function closeDetails(page: Page): Promise<void> {
  const close = page.getByRole("dialog", { name: "Details" }).getByRole("button", { name: "Close" });
  if (await close.isVisible()) await close.click();
}

/** Continues to the next step of publishing. */
async function goOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Continue/ }).click();
}

/** Returns the date `days` days from today, as a value for date fields. */
function toDay(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
}

/** Returns a different photo for each test, since the desk stores equal bytes only once. */
async function paint(width: number): Promise<Buffer> {
  const background = { r: width % 255, g: 90, b: 120 };
  return sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
